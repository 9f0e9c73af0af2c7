import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** An open file of the engine. `nfd`: its number in the host's file system. */
interface HostStream {
  nfd?: number;
}
/** The part of the engine's module that contains the operations on open files. */
interface HostFilesystems {
  filesystems: { NODEFS: { stream_ops: { fsync?: (stream: HostStream) => number } } };
}

/**
 * The file system of the database with a working fsync. The original NodeFS has none, so an acknowledged commit would
 * be only in the page cache and would not survive a power failure. With this class, `wal_sync_method=fsync` (fdatasync
 * has no effect) and without `-F`, each commit reaches the disk.
 */
export class SyncedNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const addFsync = (module: { FS: unknown }): void => {
      (module.FS as HostFilesystems).filesystems.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd !== undefined) fsyncSync(stream.nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), addFsync] } };
  }
}
