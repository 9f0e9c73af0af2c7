import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadForm, publishedVersion, publishForm, publishScreen } from '../../../src/server/documents/index.ts';
import { Refusal } from '../../../src/server/http/refusal.ts';
import { storeItems } from '../../../src/server/packs/storeItems.ts';
import { importOptions } from '../../../src/server/packs/storeItem.ts';
import type { Db } from '../../../src/server/store/database.ts';
import type { Trx } from '../../../src/server/store/transaction.ts';
import { startTestServer, type TestServer } from '../support.ts';
import type { BusinessFile } from '../../../src/grammar/documents.ts';
import { publishDataset } from '../../../src/server/datasets/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const author = { id: 'u-admin', name: '管理员' };

const publish = (formKey: string, label: string, trx?: Trx) =>
  publishForm(
    server.context,
    {
      formKey,
      formName: formKey,
      note: '',
      author,
      definition: { fields: [{ tag: 'el-input', __vModel__: 'a', label }] },
    },
    trx,
  );

const labelIn = async (db: Db, formKey: string): Promise<unknown> =>
  (await loadForm(server.context, db, formKey)).form.fields.get('a')?.node.label;

describe('the version that a transaction reads', () => {
  // the embedded store has one connection: nobody publishes while a transaction is open
  it.runIf(process.env['DATABASE_URL'])('stays the same while somebody else publishes', async () => {
    await publish('readOnce', '旧');
    await server.context.db.transaction().execute(async (trx) => {
      expect(await labelIn(trx, 'readOnce')).toBe('旧');
      await publish('readOnce', '新');
      expect(await labelIn(trx, 'readOnce')).toBe('旧');
    });
  });

  it('is the new one once the transaction itself has published', async () => {
    await publish('readAgain', '旧');
    await server.context.db.transaction().execute(async (trx) => {
      expect(await labelIn(trx, 'readAgain')).toBe('旧');
      await publish('readAgain', '新', trx);
      expect(await labelIn(trx, 'readAgain')).toBe('新');
    });
  });

  it('is the one before again once a pack has taken back what it published', async () => {
    await publish('takenBack', '旧');
    const item = {
      kind: 'form' as const,
      key: 'takenBack',
      name: 'takenBack',
      content: { formName: 'takenBack', fields: [{ tag: 'el-input', __vModel__: 'a', label: '新' }] },
    };
    await server.context.db.transaction().execute(async (trx) => {
      const problems = await storeItems(
        server.context,
        trx,
        importOptions(server.context, author, '', [item]),
        [item],
        (_item, version) => {
          // as whatever is judged after the publication would
          void publishedVersion(trx, 'form', 'takenBack');
          throw new Refusal('REQUEST_INVALID', { detail: `第 ${version} 版不能用` });
        },
      );
      expect(problems).toMatchObject([{ key: 'takenBack', message: expect.stringContaining('第 2 版不能用') }]);
      expect(await labelIn(trx, 'takenBack')).toBe('旧');
    });
  });
});

describe('the examples of the README', () => {
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
});

describe('options from a call', () => {
  const choice = (key: string, url: string, more: object = {}): object => ({
    tag: 'el-select',
    __vModel__: key,
    label: key,
    isRemote: '1',
    resourseApi: url,
    ...more,
  });

  const publish = async (fields: object[]) => {
    const { problems } = await publishForm(server.context, {
      formKey: 'optionCalls',
      formName: '选项来源',
      note: '',
      author,
      definition: { fields, access: { createRoles: ['*'] } },
    });
    return problems.filter(({ code }) => code === 'DOC_OPTION_CALL');
  };

  it('options from an address that this server does not have are told of, with what follows and what to do instead', async () => {
    const problems = await publish([
      choice('城市', '/sys/area/tree', { required: true }),
      { tag: 'subTable', __vModel__: 'rows', label: '明细', children: [choice('品牌', '/base/brand?type=1')] },
    ]);
    expect(problems.map(({ path, level }) => [path.join('.'), level])).toEqual([
      ['fields.0.resourseApi', 'warning'],
      ['fields.1.children.0.resourseApi', 'warning'],
    ]);
    expect(problems[0]?.message).toBe(
      '“城市”的选项来自“/sys/area/tree”，本系统没有这个地址，此项必填，记录将无法保存；请改为字典、固定选项或本系统的表单',
    );
    expect(problems[1]?.message).toContain('将没有选项可选');
  });

  it('options from calls of this server are not, whatever their method, parameters and placeholders', async () => {
    expect(
      await publish([
        choice('角色', '/system/sys/role/options'),
        choice('记录', '/system/frmCrud/list/optionCalls', { resourseApiType: 'post' }),
        choice('表单', '/system/frmCrud/list/${角色}?a=1', { resourseApiType: 'POST' }),
        choice('静态', '', { isRemote: '0' }),
      ]),
    ).toEqual([]);
  });
});
