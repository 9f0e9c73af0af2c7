import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TAGS } from '../../src/grammar/tags.ts';

/** Tags whose knowledge belongs to their folder: every field, and what has a folder under src/widgets. */
const FOLDERS = readdirSync('src/widgets').filter((name) => existsSync(`src/widgets/${name}/definition.ts`));
const OWNED = Object.keys(TAGS).filter((tag) => TAGS[tag].kind === 'field' || FOLDERS.includes(tag));
/** `row`, `page`, `text` and the like are words of other matters, too: they count only where a tag is compared. */
const isUnmistakable = (tag: string): boolean => /[A-Z-]/.test(tag);

/**
 * Where a tag may be named: the importer (it reads other dialects), generated code, the structure of the language
 * (sub-table, operation column, placeholder) in one place of the kernel, and the rules, which lie below the kernel and
 * name the tags that their requirement names.
 */
const ALLOWED = /^src\/(importer|grammar)\/|^src\/kernel\/nodes\.ts$|^src\/rules\/fields\.ts$/;
const STRUCTURE = new Set(['subTable', 'opColumn', 'placeholder']);

/** Lines of a source that know something of a tag, comments and the building of nodes (`tag: 'x'`) left out. */
export function tagLines(file: string, text: string): string[] {
  if (ALLOWED.test(file)) return [];
  const own = /^src\/widgets\/([^/]+)\//.exec(file)?.[1];
  const shared = own === 'shared' && file.includes('/selector/');
  const found: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const code = line.replace(/^\s*(\*|\/\/|\/\*).*/, '').replace(/\btag: '[\w-]+'/g, '');
    for (const tag of OWNED) {
      if (tag === own || shared || !code.includes(tag)) continue;
      const isType = new RegExp(`NodeByTag\\['${tag}'\\]`).test(code);
      const isNamed = isUnmistakable(tag)
        ? code.includes(`'${tag}'`) || new RegExp(`(^|[{,\\s])${tag}:`).test(code.replace(/\bname: .*/, ''))
        : new RegExp(`\\btag\\)? ?[!=]==? ?'${tag}'`).test(code);
      if ((isNamed || isType) && !(isType && STRUCTURE.has(tag))) found.push(`${file}:${index + 1} ${tag}`);
    }
  }
  return found;
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.includes('generated') ? [path] : [];
  });

test('what a tag means is known in its own folder and in the importer alone', () => {
  expect(sources('src').flatMap((file) => tagLines(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test('a comparison, a set and a type of a tag elsewhere are found; a node that is built is none', () => {
  const lines = (text: string): number => tagLines('src/screens/list/x.ts', text).length;
  expect([
    lines("if (node.tag === 'el-upload') return 220;"),
    lines("const LINES = new Set(['el-input']);"),
    lines('const WIDTHS = { userSelector: 150 };'),
    lines("type Node = NodeByTag['el-upload'];"),
    lines("if (node.tag === 'row') return;"),
    lines("const node = { tag: 'el-select', __vModel__: 'x' };"),
    lines("const role = 'row';"),
  ]).toEqual([1, 1, 1, 1, 1, 0, 0]);
});
