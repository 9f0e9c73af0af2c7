import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Test files in these folders of `tests` that replace modules, as paths from the root. */
export const mockingTests = (folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, 'tests', folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join('tests', folder, file),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(ROOT, file), 'utf8')));
