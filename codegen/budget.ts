import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** Sources that sign-in has no use for: they are downloaded after it. */
const BEHIND = /node_modules\/(antd|@ant-design|@rc-component|rc-[a-z-]+|@formily\/(core|react|antd-v5)|@codemirror|bpmn-[a-z]+|@tanstack|@e965|docx-preview|jszip|pdfjs-dist)\/|\/src\/(designer|screens|widgets\/subTable)\//;

const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** The entry and every chunk it imports at once. */
function atStart(bundle: Rollup.OutputBundle): Rollup.OutputChunk[] {
  const chunks = new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const found = new Set<Rollup.OutputChunk>();
  const add = (chunk: Rollup.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  add([...chunks.values()].find(({ isEntry }) => isEntry));
  return [...found];
}

/** Largest packages and folders of a chunk, by the length of their code before compression. */
function largest(chunks: readonly Rollup.OutputChunk[]): string {
  const sizes = new Map<string, number>();
  for (const { modules } of chunks) {
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? /\/(src\/[^/]+)/.exec(id)?.[1] ?? 'other';
      sizes.set(name, (sizes.get(name) ?? 0) + renderedLength);
    }
  }
  return [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 12).map(([name, size]) => `${name} ${kilo(size)}`).join(', ');
}

/**
 * Prints what the browser downloads before the sign-in page can be used, and fails the build when its JavaScript is
 * over `limit` (gzip bytes) or when it holds code that belongs behind sign-in.
 */
export function budget({ limit }: { limit: number }): Plugin {
  let isServer = false;
  return {
    name: 'sign-in-budget',
    apply: 'build',
    configResolved(config) { isServer = Boolean(config.build.ssr); },
    writeBundle(_options, bundle) {
      if (isServer) return;
      const chunks = atStart(bundle);
      const size = chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
      this.info(`JavaScript before sign-in: ${kilo(size)} gzip of ${kilo(limit)} in ${chunks.length} file(s). Before compression: ${largest(chunks)}`);
      const misplaced = chunks.flatMap(({ modules }) => Object.keys(modules)).filter((id) => BEHIND.test(id));
      if (misplaced.length > 0) this.error(`belongs behind sign-in: ${misplaced.slice(0, 10).join(', ')}`);
      if (size > limit) this.error(`JavaScript before sign-in is over its budget by ${size - limit} bytes (gzip)`);
    },
  };
}
