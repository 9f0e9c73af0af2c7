import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BusinessFile } from '../../../src/grammar/documents.ts';
import { publishDataset } from '../../../src/server/datasets/index.ts';
import { publishForm, publishScreen } from '../../../src/server/documents/index.ts';
import { Refusal } from '../../../src/server/http/refusal.ts';
import { author } from '../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../support.ts';

/** One example of schemas/README.md: the section, the form behind the fence where it is a part of one, and its text. */
interface Example {
  section: string;
  form: string;
  text: string;
}
type Json = Record<string, unknown>;
type Definition = Json & { formKey: string; formName: string; fields: Json[] };

const README = readFileSync('schemas/README.md', 'utf8');
const examples = [...README.matchAll(/^```json *(\w*)\n([\s\S]*?)^```$/gm)].map(
  ({ 1: form = '', 2: text = '', index }): Example => ({
    section: README.slice(0, index).match(/^##+ .*$(?![\s\S]*^##+ )/m)?.[0] ?? '',
    form,
    text,
  }),
);

/** What a part says: keys of the form, or fields one after the other. */
function partOf(text: string): Json {
  if (text.startsWith('"')) return JSON.parse(`{${text}}`) as Json;
  return { fields: JSON.parse(`[${text}]`) as Json[] };
}

/** The shipped form with the example in it: its keys take the place of those of the form, its fields that of theirs. */
function within(definition: Definition, { fields: given = [], ...keys }: Json): Definition {
  const fields = given as Json[];
  const isGiven = (node: Json): boolean => fields.some(({ __vModel__ }) => __vModel__ === node['__vModel__']);
  return { ...definition, ...keys, fields: [...definition.fields.filter((node) => !isGiven(node)), ...fields] };
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** What publishing found wrong, with the place; nothing: it is published. */
async function refused(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.data ?? error.message;
    throw error;
  }
}
const publish = (definition: Definition): Promise<unknown> => {
  const { formKey, formName } = definition;
  return refused(() => publishForm(server.context, { formKey, formName, definition, note: '', author }));
};
const screen = (screenKey: string, root: unknown): Promise<unknown> =>
  refused(() =>
    publishScreen(server.context, { screenKey, definition: { screenKey, title: '示例', root }, note: '', author }),
  );
const shipped = async (formKey: string): Promise<Definition> => {
  const { canonical } = await server.context.db
    .selectFrom('doc_version')
    .select('canonical')
    .where('kind', '=', 'form')
    .where('doc_key', '=', formKey)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();
  return (typeof canonical === 'string' ? JSON.parse(canonical) : canonical) as Definition;
};

describe('an example of the language', () => {
  it('stands for relations, roll-ups, effects, actions and time', () => {
    for (const section of ['Relations', 'Roll-ups', 'Effects', 'Actions', 'Time'])
      expect(examples.filter((one) => one.section === `## ${section}`).length).toBeGreaterThan(0);
  });

  const screens: (readonly [string, unknown])[] = [];
  it.each(
    examples.map((example) => [example.section, example.text.slice(0, 60).replaceAll(/\s+/g, ' '), example] as const),
  )('%s: %s is published', async (_section, _begin, { form, text }) => {
    if (form !== '') {
      expect(await publish(within(await shipped(form), partOf(text)))).toEqual([]);
      return;
    }
    const document = JSON.parse(text) as Json | Json[];
    if (Array.isArray(document))
      expect(await screen('administration/readmeBlocks', { tag: 'board', children: document })).toEqual([]);
    else if ('datasetKey' in document) {
      const given = { datasetKey: document['datasetKey'] as string, definition: document, note: '', author };
      expect(await refused(() => publishDataset(server.context, given))).toEqual([]);
    } else {
      const { form: definition, screens: views = {} } = document as unknown as BusinessFile;
      expect(definition).toBeDefined();
      expect(await publish(definition as unknown as Definition)).toEqual([]);
      for (const [view, root] of Object.entries(views))
        screens.push([`administration/${definition?.formKey}/${view}`, root]);
    }
  });

  it('has screens that are published once all forms are there', async () => {
    expect(screens.length).toBeGreaterThan(5);
    for (const [key, root] of screens) expect([key, await screen(key, root)]).toEqual([key, []]);
  });
});
