import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? sources(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name)
        ? [join(folder, entry.name).replaceAll('\\', '/')]
        : [],
  );

/** Ways of making elements of a text. */
const MARKUP =
  /\b(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|DOMParser|srcdoc|srcDoc)\b|document\.write/;

/** Where markup of others becomes elements, and what makes it safe. */
const KNOWN: Readonly<Record<string, RegExp>> = {
  'src/screens/template/SafeHtml.tsx': /purify\.sanitize\(/,
  // mails and notices that were written as HTML: their words alone
  'src/screens/shared/plainText.ts': /return \(body\.textContent \?\? ''\)/,
  // XML that is never put into the page; one that declares entities is refused before
  'src/designer/excel/readWord.ts':
    /<!\(DOCTYPE\|ENTITY\)[\s\S]*new DOMParser\(\)\.parseFromString\(xml, 'text\/xml'\)\.getElementsByTagName\('w:body'\)/,
  // a document of its own that runs and loads nothing; only its texts are taken
  'src/widgets/subTable/data/html.ts':
    /new DOMParser\(\)\.parseFromString\(html, 'text\/html'\)\.querySelector\('table'\)/,
};

it('no text of a person becomes elements, but where it is sanitised first: mails, notices and fields are texts', () => {
  const found = sources('src').filter(
    (path) =>
      !path.startsWith('src/server/') &&
      (MARKUP.test(readFileSync(path, 'utf8')) || /dompurify/.test(readFileSync(path, 'utf8'))),
  );
  expect(found.filter((path) => !(path in KNOWN))).toEqual([]);
  for (const [path, guard] of Object.entries(KNOWN)) expect(readFileSync(path, 'utf8'), path).toMatch(guard);
});

it('no script is made of a text, anywhere', () => {
  // scripts.ts names what it takes out of documents
  const found = sources('src').filter(
    (path) =>
      !path.startsWith('src/grammar/') &&
      !path.endsWith('src/importer/text/scripts.ts') &&
      /\bnew Function\b|\beval\(|setTimeout\(\s*['"`]|javascript:/.test(
        readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
      ),
  );
  expect(found).toEqual([]);
});
