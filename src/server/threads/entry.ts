import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Returns the path of the built file of a thread or child process; null if the source file has to be run. A built
 * server has the built file in its own folder. For a server that runs from its sources, tests name a folder with built
 * files in SERVER_BUILD, because loading TypeScript takes most of the start-up time.
 */
function builtFile(callerPath: string, builtName: string): string | null {
  if (!callerPath.endsWith('.ts')) return join(dirname(callerPath), builtName);
  const folder = process.env['SERVER_BUILD'];
  return folder ? join(folder, builtName) : null;
}

/**
 * Returns the entry of a child process, and the arguments of Node for it. `callerUrl`: the caller's `import.meta.url`;
 * `source`: path of the source file of the entry, relative to the caller; `builtName`: name of its built file.
 */
export function processEntry(
  callerUrl: string,
  source: string,
  builtName: string,
): { path: string; execArgv: string[] } {
  const callerPath = fileURLToPath(callerUrl);
  const file = builtFile(callerPath, builtName);
  if (file !== null) return { path: file, execArgv: [] };
  return { path: join(dirname(callerPath), source), execArgv: ['--import', createRequire(callerPath).resolve('tsx')] };
}

/**
 * Returns the entry of a thread: the built file, or else a script that loads TypeScript and runs the source file.
 * Parameters: see `processEntry`.
 */
export function threadEntry(callerUrl: string, source: string, builtName: string): URL | string {
  const callerPath = fileURLToPath(callerUrl);
  const file = builtFile(callerPath, builtName);
  if (file !== null) return file;
  const loader = pathToFileURL(createRequire(callerPath).resolve('tsx/esm/api').replace(/cjs$/, 'mjs')).href;
  const script = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(new URL(source, callerUrl).href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`);
}
