import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the path of the built file of a thread or child process; null if the source has to be run. A built server has
 * this file in its own folder. A server that runs from its sources has it in the folder of SERVER_BUILD, which only
 * tests set, because loading TypeScript takes most of the start-up time.
 */
function builtFile(callerPath: string, built: string): string | null {
  if (!callerPath.endsWith('.ts')) return join(dirname(callerPath), built);
  const folder = process.env['SERVER_BUILD'];
  return folder ? join(folder, built) : null;
}

/**
 * Returns the entry of a child process, and the arguments of Node for it. `from`: the caller's `import.meta.url`;
 * `source`: path of the entry relative to `from`; `built`: name of the built file.
 */
export function processEntry(from: string, source: string, built: string): { path: string; execArgv: string[] } {
  const callerPath = fileURLToPath(from);
  const file = builtFile(callerPath, built);
  if (file !== null) return { path: file, execArgv: [] };
  return { path: join(dirname(callerPath), source), execArgv: ['--import', createRequire(callerPath).resolve('tsx')] };
}

/** Returns the entry of a thread: the built file, or its source with the loader of this process. */
export function threadEntry(from: string, source: string, built: string): URL | string {
  const callerPath = fileURLToPath(from);
  const file = builtFile(callerPath, built);
  if (file !== null) return file;
  const loader = pathToFileURL(createRequire(callerPath).resolve('tsx/esm/api').replace(/cjs$/, 'mjs')).href;
  const script = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(new URL(source, from).href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
