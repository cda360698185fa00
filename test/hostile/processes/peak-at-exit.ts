import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into a process before anything else: writes the most memory that it ever held when it ends, in kibibytes. What
// `process.resourceUsage()` says may be the peak of the process that started it.
const file = process.env.ASSAY_PEAK_FILE;
if (isMainThread && file !== undefined)
  process.on('exit', () => {
    const [, peak = ''] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    writeFileSync(file, peak);
  });
