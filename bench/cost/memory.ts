/** Preloaded into a process, tells at its end the most memory it held, in kilobytes. */
process.on('exit', () => process.stderr.write(`\npeak ${process.resourceUsage().maxRSS}\n`));
