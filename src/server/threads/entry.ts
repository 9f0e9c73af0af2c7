import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * A thread's entry: the built file beside the server, or its source run through the loader that this process runs
 * through. `from` is the caller's own address, `source` its entry's path from there, `built` the name of the built file.
 */
export function threadEntry(from: string, source: string, built: string): URL | string {
  const here = fileURLToPath(from);
  if (!here.endsWith('.ts')) return join(dirname(here), built);
  const loader = pathToFileURL(createRequire(here).resolve('tsx/esm/api').replace(/cjs$/, 'mjs')).href;
  const script = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(new URL(source, from).href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
