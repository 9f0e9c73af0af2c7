import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** An open file of the embedded database (PGlite). `nfd`: its file descriptor in Node.js. */
interface HostStream {
  nfd?: number;
}
/** The part of PGlite's Emscripten module that contains the operations on open files. */
interface HostFilesystems {
  filesystems: { NODEFS: { stream_ops: { fsync?: (stream: HostStream) => number } } };
}

/**
 * The file system of the database with a working fsync. The original NodeFS has none, so an acknowledged commit would
 * be only in the page cache and would not survive a power failure. Each commit reaches the disk if this class is used,
 * `wal_sync_method` is `fsync` (fdatasync has no effect), and the option `-F` is absent.
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
