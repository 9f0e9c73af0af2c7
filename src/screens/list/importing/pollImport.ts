import { maySucceedLater } from '../../../runtime/services/serviceError.ts';
import type { ImportProgress, ListImportService } from '../../../runtime/services/records.ts';

const POLL_MS = 1_000;
/** Maximum number of consecutive failed polls; the import continues on the server without the page. */
const MAX_FAILED_POLLS = 60;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, POLL_MS);
  });

/**
 * Polls the progress of an import until it ends, and reports each answer to `onProgress`. Returns the last progress;
 * null if `isStopped` became true. Single failed polls are retried.
 */
export async function pollImport(
  listImports: Pick<ListImportService, 'state'>,
  id: string,
  onProgress: (progress: ImportProgress) => void,
  isStopped: () => boolean = () => false,
): Promise<ImportProgress | null> {
  for (let failedPolls = 0; !isStopped();) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      const progress = await listImports.state(id);
      if (isStopped()) return null;
      failedPolls = 0;
      onProgress(progress);
      if (progress.state !== 'running') return progress;
    } catch (error) {
      failedPolls += 1;
      // only retryable errors are retried; a refusal by the server ends the polling
      if (failedPolls > MAX_FAILED_POLLS || !maySucceedLater(error)) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop
    await pause();
  }
  return null;
}
