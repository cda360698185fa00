import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import type { Target } from '../core/target.ts';
import { type ForeignExchange, withoutUnreadHeaders } from '../recorded/foreign-exchange.ts';
import { redactingLatest } from '../recorded/recorded-secrets.ts';
import { version } from '../report/compile/version.ts';
import { writeWhole } from '../report/files/write.ts';
import { entryText } from '../report/har/har.ts';
import { secretsOf } from '../report/secrets/declared-secrets.ts';
import { show } from '../report/secrets/show-exchange.ts';

/** An HTTP archive (HAR 1.2) that is written while exchanges come, without their secrets. */
export type Archive = {
  readonly add: (exchange: ForeignExchange) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** Begins an archive. It is whole once it has ended. */
export async function openArchive(file: string, target: Target): Promise<Archive> {
  // A file of another user, who could read and change what comes, is replaced by one of ours.
  await writeWhole(file, '');
  const stream = createWriteStream(file);
  await once(stream, 'open');
  const redactorAfter = redactingLatest(secretsOf(target));
  let count = 0;
  const write = async (text: string): Promise<void> => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(
    `{"log":{"version":"1.2","creator":{"name":"assay proxy","version":"${version}"},"pages":[],"entries":[`,
  );
  return {
    add: async (exchange) => {
      const shown = show(withoutUnreadHeaders(exchange), redactorAfter(secretsInExchange(exchange)), {
        isForeign: true,
      });
      const startedAt = new Date(exchange.startedAt ?? 0).toISOString();
      const asked = exchange.askedAt === undefined ? {} : { askedAt: exchange.askedAt };
      await write(
        `${count === 0 ? '' : ','}\n${entryText(target.baseUrl, { ...shown, startedAt, ...asked })}`,
      );
      count += 1;
    },
    end: async () => {
      stream.end('\n]}}\n');
      await finished(stream);
    },
  };
}
