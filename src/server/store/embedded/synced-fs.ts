import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface HostStream {
  nfd?: number;
}
interface HostFilesystems {
  filesystems: { NODEFS: { stream_ops: { fsync?: (stream: HostStream) => number } } };
}

/**
 * The folder of the database with a real fsync. The stock NodeFS has none, so that an acknowledged commit would
 * only lie in the page cache: it survives the death of the process but not a power cut. Together with leaving out
 * `-F` and with `wal_sync_method=fsync` (fdatasync is an empty call here) each commit reaches the disk.
 */
export class SyncedNodeFS extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    const addFsync = (module: { FS: unknown }): void => {
      (module.FS as HostFilesystems).filesystems.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fsyncSync(stream.nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), addFsync] } };
  }
}
