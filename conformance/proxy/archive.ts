import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import type { Target } from '../core/target.ts';
import { type ForeignExchange, withoutUnreadHeaders } from '../recorded/foreign-exchange.ts';
import { redactingLatest } from '../recorded/recorded-secrets.ts';
import { version } from '../report/compile/version.ts';
import { checkWritable, replaceFile } from '../report/files/write.ts';
import { entryText } from '../report/har/har.ts';
import { secretsOf } from '../report/secrets/declared-secrets.ts';
import { show } from '../report/secrets/show-exchange.ts';

/** An HTTP archive (HAR 1.2) that is written while exchanges come, without their secrets. */
type Archive = {
  readonly add: (exchange: ForeignExchange) => Promise<void>;
  /** Puts the archive in the place of its file; until then, the file is unchanged. */
  readonly end: () => Promise<void>;
  /** Leaves the file as it was. */
  readonly abandon: () => void;
  /** Rejects as soon as the archive cannot be written, with a `UserError`. */
  readonly written: Promise<void>;
};

/** Begins an archive. */
export async function openArchive(file: string, target: Target): Promise<Archive> {
  await checkWritable(file);
  const text = new PassThrough();
  const written = replaceFile(file, (place, flags) =>
    pipeline(text, createWriteStream(place, { flags, mode: 0o600 })),
  );
  written.catch(() => undefined);
  const redactorAfter = redactingLatest(secretsOf(target));
  const creator = { name: 'assay proxy', version };
  let before = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":[],"entries":[\n`;
  return {
    add: async ({ startedAt = 0, askedAt, ...exchange }) => {
      const redactor = redactorAfter(secretsInExchange(exchange));
      const shown = show(withoutUnreadHeaders(exchange), redactor, { isForeign: true });
      const entry = { ...shown, startedAt: new Date(startedAt).toISOString() };
      const line = entryText(target.baseUrl, { ...entry, ...(askedAt === undefined ? {} : { askedAt }) });
      const taken = text.write(before + line);
      before = ',\n';
      if (!taken) await Promise.race([once(text, 'drain'), written]);
    },
    end: async () => {
      text.end(before === ',\n' ? '\n]}}\n' : `${before}]}}\n`);
      await written;
    },
    abandon: () => void text.destroy(),
    written,
  };
}
