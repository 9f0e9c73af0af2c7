import type { ReactNode } from 'react';
import { render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as core from '@formily/core';
import { createSchemaField, FormProvider, type ISchema, type SchemaReactComponents } from '@formily/react';
import type { AnyNode } from '../../../src/grammar/nodes.ts';
import { createRegistry, panesOf } from '../../../src/kernel/index.ts';
import type { BlockProps, EditProps, Faces, ViewProps } from '../../../src/runtime/node/faces.ts';
import { childrenPath } from '../../../src/runtime/node/childrenPath.ts';
import { NodeGrid } from '../../../src/runtime/node/NodeGrid.tsx';
import { NodeList } from '../../../src/runtime/node/NodeView.tsx';
import { formilyComponents } from '../../../src/runtime/formily/components.tsx';
import { toScreenSchema } from '../../../src/runtime/formily/toScreenSchema.ts';
import { screenSchema } from '../../../src/runtime/node/screenSchema.ts';
import { FormView } from '../../../src/runtime/form/FormView.tsx';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import { fakeServices, registry, settle, situation } from '../../widgets/support.tsx';
import { COUNT, NAME, record, SEAL, session, TOTAL } from '../support.tsx';

vi.mock('@formily/core', async (load) => {
  const real = await load<typeof core>();
  return { ...real, createForm: vi.fn(real.createForm) };
});
beforeEach(() => vi.mocked(core.createForm).mockClear());

const Leaf = ({ node }: { node: AnyNode }) => (
  <i data-tag={node.tag} data-key={(node as { __vModel__?: string }).__vModel__} />
);

function Block({ node, path }: BlockProps<AnyNode>) {
  const panes = panesOf(node);
  const { children = [] } = node as { children?: AnyNode[] };
  return (
    <section data-tag={node.tag}>
      {panes.length > 0
        ? panes.map((pane, index) => (
            <NodeList
              key={index}
              nodes={pane.children as AnyNode[]}
              path={childrenPath(path, 'children', index, 'children')}
            />
          ))
        : children.length > 0 && <NodeGrid nodes={children} path={childrenPath(path)} />}
    </section>
  );
}

/** Every tag of the product with faces that only say that they are there. */
const probes = createRegistry<Faces>([
  {
    name: 'probes',
    install({ registerWidget }) {
      for (const tag of registry.tags()) {
        const definition = registry.definition(tag);
        if (!definition) continue;
        registerWidget({
          definition,
          faces:
            definition.kind === 'field'
              ? {
                  edit: ({ node }: EditProps) => <Leaf node={node} />,
                  view: ({ node }: ViewProps) => <Leaf node={node} />,
                }
              : { block: Block as Faces['block'] },
        });
      }
    },
  },
]);

/** Tags as they stand in one another. */
const treeOf = (root: Element): unknown[] =>
  [...root.querySelectorAll('[data-tag]')]
    .filter((one) => one.parentElement?.closest('[data-tag]') === (root.closest('[data-tag]') ?? null))
    .map((one) => [one.getAttribute('data-tag'), one.getAttribute('data-key'), ...treeOf(one)]);

const FIELDS = [
  { tag: 'sTitle', label: '一' },
  { tag: 'row', children: [NAME, { ...COUNT, visibleWhen: `name == '甲'` }] },
  {
    tag: 'el-tabs',
    children: [
      { label: '第一页', children: [SEAL, { tag: 'el-card', label: '卡', children: [TOTAL] }] },
      { label: '第二页', visibleWhen: `name == '乙'`, children: [{ tag: 'el-input', __vModel__: 'hidden' }] },
    ],
  },
  { tag: 'subTable', __vModel__: 'rows', label: '明细', children: [{ tag: 'el-input', __vModel__: 'cell' }] },
];

async function shown(mode: 'edit' | 'view', name: string): Promise<unknown[]> {
  const form = session({ fields: FIELDS, record: record({ name, count: 1 }), mode });
  const { container, unmount } = render(
    <RuntimeProvider registry={probes} services={fakeServices()} situation={situation}>
      <FormView session={form} />
    </RuntimeProvider>,
  );
  await settle(20);
  const tree = treeOf(container);
  unmount();
  return tree;
}

test.each(['甲', '乙'])(
  'Formily’s renderer and the light one show the same tree of components for the same schema (%s)',
  async (name) => {
    const filled = await shown('edit', name);
    expect(core.createForm).toHaveBeenCalledTimes(1);
    const read = await shown('view', name);
    expect(core.createForm).toHaveBeenCalledTimes(1);
    expect(read).toEqual(filled);
    const text = JSON.stringify(filled);
    expect(text).toContain('["el-tabs",null,["el-select","seal"],["el-card",null,["el-input-number","total"]]');
    expect(text.includes('"count"')).toBe(name === '甲');
    expect(text.includes('"hidden"')).toBe(name === '乙');
    expect(text).toContain('["subTable","rows"]');
  },
);

test.each(['list', 'detail', 'todo'])('a %s is a void node of the same schema', (tag) => {
  const node = { tag };
  expect(screenSchema(node)).toEqual({ type: 'void', 'x-component': tag });
  expect(screenSchema(node)).toBe(screenSchema(node));
});

test.each(['list', 'detail', 'todo'])(
  'a screen with a %s is shown by Formily’s renderer as by the light one, which makes no form',
  async (tag) => {
    const root = {
      tag: 'el-card',
      label: '卡',
      children: [
        { tag: 'row', children: [{ tag }] },
        { tag: 'sTitle', label: '无', flowVisible: '0' },
      ],
    } as unknown as AnyNode;
    const around = (children: ReactNode) => (
      <RuntimeProvider registry={probes} services={fakeServices()} situation={situation}>
        {children}
      </RuntimeProvider>
    );
    const light = render(around(<NodeList nodes={[root]} path={['root']} />));
    await settle(20);
    expect(core.createForm).not.toHaveBeenCalled();
    const tree = treeOf(light.container);
    light.unmount();
    expect(tree).toEqual([['el-card', null, ['row', null, [tag, null]]]]);

    const schema = toScreenSchema(root);
    const SchemaField = createSchemaField({ components: formilyComponents(probes) as SchemaReactComponents });
    const { container } = render(
      around(
        <FormProvider form={core.createForm()}>
          <SchemaField schema={schema} />
        </FormProvider>,
      ),
    );
    await settle(20);
    expect(treeOf(container)).toEqual(tree);
    const [card] = Object.values(schema.properties as Record<string, ISchema>);
    const [row] = Object.values(card?.properties as Record<string, ISchema>);
    expect(Object.values(row?.properties as Record<string, ISchema>)).toMatchObject([
      { type: 'void', 'x-component': tag, 'x-path': ['root', 'children', 0, 'children', 0] },
    ]);
  },
);

test('a child without a tag counts in the paths of the nodes after it', () => {
  const root = { tag: 'row', children: [{ label: '无标签' }, { tag: 'sTitle', label: '后' }] } as unknown as AnyNode;
  const [row] = Object.values(toScreenSchema(root).properties as Record<string, ISchema>);
  expect(Object.values(row?.properties as Record<string, ISchema>)).toMatchObject([
    { 'x-component': 'sTitle', 'x-path': ['root', 'children', 1] },
  ]);
});
