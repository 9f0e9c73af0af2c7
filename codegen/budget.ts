import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** Sources that sign-in has no use for: they are downloaded after it. */
const BEHIND =
  /node_modules\/(antd|@ant-design|@rc-component|rc-[a-z-]+|@formily\/(core|react|antd-v5)|@codemirror|bpmn-[a-z]+|@tanstack|@e965|docx-preview|jszip|pdfjs-dist)\/|\/src\/(designer|screens|widgets\/subTable)\//;

/** Sources that the layout and the home page have no use for: each comes with the page that needs it. */
const ELSEWHERE =
  /node_modules\/(echarts|zrender|@codemirror|bpmn-[a-z]+|diagram-js|@e965|docx-preview|jszip|pdfjs-dist|pinyin-pro|@formily\/core|@marcbachmann)\/|\/src\/designer\/(?!plugin\.ts)/;

/** Foreign dialects: imported at publishing and by the designer. */
const IMPORTER = /\/src\/importer\//;

/** Pages and parts that staff use. */
const STAFF = /\/src\/(app|shell|screens|widgets|runtime|session|api)\//;

/** Files that may stand between sign-in and the layout: a browser asks for each. */
const FILES = 4;

const kilo = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** A chunk and every chunk it imports at once. */
function withImports(
  bundle: Rollup.OutputBundle,
  isFirst: (chunk: Rollup.OutputChunk) => boolean,
): Rollup.OutputChunk[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const found = new Set<Rollup.OutputChunk>();
  const add = (chunk: Rollup.OutputChunk | undefined): void => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  add([...chunks.values()].find(isFirst));
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
  return [...sizes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 12)
    .map(([name, size]) => `${name} ${kilo(size)}`)
    .join(', ');
}

/** Files that staff download and whose imports at once bring the importer along. */
const withImporter = (bundle: Rollup.OutputBundle): string[] =>
  Object.values(bundle)
    .filter((file) => file.type === 'chunk')
    .filter(({ moduleIds }) => moduleIds.some((id) => STAFF.test(id)))
    .filter(
      (chunk) =>
        misplaced(
          withImports(bundle, (one) => one === chunk),
          IMPORTER,
        ).length > 0,
    )
    .map(({ fileName }) => fileName);

const misplaced = (chunks: readonly Rollup.OutputChunk[], pattern: RegExp): string[] =>
  chunks
    .flatMap(({ modules }) => Object.keys(modules))
    .filter((id) => pattern.test(id))
    .slice(0, 10);
const sizeOf = (chunks: readonly Rollup.OutputChunk[]): number =>
  chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);

/**
 * Prints what the browser downloads before the sign-in page can be used, and then before the layout and the home page
 * are there. Fails the build when the JavaScript of the first is over `limit` (gzip bytes), when the second comes in
 * many files, when either holds code that belongs elsewhere, or when a file that staff download brings the importer.
 */
export function budget({ limit }: { limit: number }): Plugin {
  let isServer = false;
  return {
    name: 'sign-in-budget',
    apply: 'build',
    configResolved(config) {
      isServer = Boolean(config.build.ssr);
    },
    writeBundle(_options, bundle) {
      if (isServer) return;
      const early = withImports(bundle, ({ isEntry }) => isEntry);
      const size = sizeOf(early);
      this.info(
        `JavaScript before sign-in: ${kilo(size)} gzip of ${kilo(limit)} in ${early.length} file(s). Before compression: ${largest(early)}`,
      );
      const later = withImports(bundle, ({ moduleIds }) =>
        moduleIds.some((id) => id.endsWith('/src/app/Workbench.tsx')),
      ).filter((chunk) => !early.includes(chunk));
      this.info(`JavaScript behind it, with the home page: ${kilo(sizeOf(later))} gzip in ${later.length} file(s)`);
      const wrong = [...misplaced(early, BEHIND), ...misplaced(later, ELSEWHERE)];
      if (wrong.length > 0) this.error(`belongs behind sign-in, or behind the home page: ${wrong.join(', ')}`);
      const importing = withImporter(bundle);
      if (importing.length > 0) this.error(`staff would download the importer with ${importing.join(', ')}`);
      if (size > limit) this.error(`JavaScript before sign-in is over its budget by ${size - limit} bytes (gzip)`);
      if (later.length === 0 || later.length > FILES)
        this.error(`the layout comes in ${later.length} files, not in 1 to ${FILES}`);
    },
  };
}
