import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);
/** Every end of a path that begins with a folder or file name. */
const pathEnds = new Set(files.flatMap((file) => file.split('/').map((_name, at, names) => names.slice(at).join('/'))));

/** Names that stand for any file of a kind. */
const PLACEHOLDERS = new Set(['NNN_area.ts']);

/** The TypeScript files that a text names in backticks; `a/{b,c}.ts` names two. */
const namedFiles = (text: string): string[] =>
  [...text.matchAll(/`([\w@./{},-]+\.tsx?)`/g)].flatMap(([, name = '']) => {
    const [, before, list, after] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
    return list === undefined ? [name] : list.split(',').map((part) => `${before}${part}${after}`);
  });

describe('the documentation', () => {
  it('names no source file that is gone', () => {
    const gone = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        namedFiles(readFileSync(file, 'utf8'))
          .filter((name) => !PLACEHOLDERS.has(name) && !pathEnds.has(name.replace(/^\.\//, '')))
          .map((name) => `${file}: ${name}`),
      );
    expect(gone).toEqual([]);
  });
});
