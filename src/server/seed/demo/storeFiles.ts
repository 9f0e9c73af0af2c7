import type { ServerContext } from '../../context.ts';
import { fileStoreOf } from '../../files/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { simplePdf } from './pdf.ts';
import type { DemoFile } from './types.ts';

async function* singleChunk(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** Stores the attachments of demo records. Overwrites contents that an interrupted seeding left in the file store. */
export async function storeDemoFiles({ settings }: ServerContext, trx: Trx, files: readonly DemoFile[]): Promise<void> {
  const store = fileStoreOf(settings);
  const rows = await Promise.all(
    files.map(async ({ id, fileName, uploaderId, title, lines }) => {
      await store.remove(id);
      const { size, sha256 } = await store.write(id, singleChunk(simplePdf(title, lines)));
      return {
        id,
        file_name: fileName,
        file_ext: 'pdf',
        mime: 'application/pdf',
        size,
        sha256,
        uploader_id: uploaderId,
      };
    }),
  );
  if (rows.length > 0)
    await trx
      .insertInto('att_file')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
