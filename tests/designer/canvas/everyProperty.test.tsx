import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FORM_PALETTE, type PaletteItem } from '../../../src/designer/canvas/model/palette.ts';
import { SCREEN_PALETTE, SHELL_PALETTE } from '../../../src/designer/canvas/model/screenPalette.ts';
import {
  isOnlyForColumns,
  hasEffectOnColumns,
  propertiesOf,
  type Property,
} from '../../../src/designer/canvas/properties/propertyModel.ts';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { ScreenManagerBlock } from '../../../src/designer/screens/ScreenManagerBlock.tsx';
import { isLong } from '../../support/tier.ts';
import { OPERATIONS } from './operate.ts';
import { designerServices, showDesigner } from './realDesigner.tsx';

vi.setConfig({ testTimeout: 120_000 });

const panel = (): HTMLElement => document.querySelector('[data-designer="properties"]') as HTMLElement;
const settle = (): Promise<void> =>
  act(
    () =>
      new Promise<void>((done) => {
        setTimeout(done, 0);
      }),
  );

type Node = Record<string, unknown>;

/** Every node of a tag in a document, in its order. */
function nodesIn(value: unknown, tag: string): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as Node).tag === tag ? [value as Node] : [];
  return [...own, ...Object.values(value).flatMap((one) => nodesIn(one, tag))];
}

/** Items that between them have every kind of editor; `npm run test:long` tries them all. */
function shortest(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const kinds = new Set<string>();
  return items.filter(({ tag }) => {
    const own = propertiesOf(tag).map(({ editor }) => editor);
    const isNew = own.some((editor) => !kinds.has(editor));
    for (const editor of own) kinds.add(editor);
    return isNew;
  });
}

/** Editors that were tried with another item already: `npm run test:long` changes every property of every item. */
const tried = new Set<string>();
/** What other properties choose from is chosen each time. */
const isSource = ({ editor }: Property): boolean => editor === 'dataset' || editor === 'form';
function isKnown(property: Property): boolean {
  const known = tried.has(property.editor) && !isSource(property);
  tried.add(property.editor);
  return known && !isLong;
}

const KINDS = [
  {
    name: 'forms',
    palette: FORM_PALETTE,
    address: '/m?form=trial',
    draft: {
      formKey: 'trial',
      formName: '试验',
      fields: [
        { tag: 'el-input', __vModel__: 'before', label: '前一项', flowEditable: '1' },
        {
          tag: 'subTable',
          __vModel__: 'lines',
          label: '明细',
          children: [{ tag: 'el-input', __vModel__: 'item', label: '品名', flowEditable: '1' }],
        },
      ],
    },
    block: <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
  },
  {
    name: 'pages',
    palette: SCREEN_PALETTE,
    address: '/m?screen=trial',
    draft: { screenKey: 'trial', title: '试验', root: { tag: 'page', children: [] } },
    block: <ScreenManagerBlock node={{ tag: 'screenManager' }} path={['root']} />,
  },
  {
    name: 'the frame',
    palette: SHELL_PALETTE,
    address: '/m?screen=platform/shell',
    draft: { screenKey: 'platform/shell', title: '试验', root: { tag: 'shell', header: [], children: [] } },
    block: <ScreenManagerBlock node={{ tag: 'screenManager' }} path={['root']} />,
  },
];

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe.each(KINDS)('every item of the palette of $name', ({ palette, address, draft, block }) => {
  const all = palette.items.filter(({ group }) => group !== 'template');

  it.each((isLong ? all : shortest(all)).map((item): [string, PaletteItem] => [item.id, item]))(
    '%s is put onto the canvas, and each of its properties is changed and saved',
    async (_id, item) => {
      const saved: Node[] = [];
      const saveDraft = async (...given: unknown[]) => {
        saved.push(JSON.parse(given[2] as string) as Node);
        return { problems: [], revision: 4 + saved.length };
      };
      showDesigner(address, designerServices(draft, saveDraft), block);
      const take = async (title: string): Promise<void> => {
        const entry = await waitFor(() =>
          within(document.querySelector('[data-designer="palette"]') as HTMLElement).getByRole('button', {
            name: title,
          }),
        );
        fireEvent.click(entry);
        await waitFor(() => expect(panel().querySelector('[data-property]')).toBeTruthy());
      };
      const save = async (): Promise<Node> => {
        const count = saved.length;
        fireEvent.click(document.querySelector('[data-action="save"]') as Element);
        await waitFor(() => expect(saved.length).toBe(count + 1));
        await settle();
        const node = nodesIn(saved.at(-1), item.tag).at(-1);
        if (!node) throw new Error(`${item.tag} is not in the saved document`);
        return node;
      };
      // the one part that stands in sub-tables only
      const isColumn = item.tag === 'opColumn';
      if (isColumn) await take(all.find(({ tag }) => tag === 'subTable')?.title ?? '');
      await take(item.title);
      const before = await save();
      for (const closed of panel().querySelectorAll('.ant-collapse-header[aria-expanded="false"]'))
        fireEvent.click(closed);
      await settle();

      const changed: string[] = [];
      const properties = propertiesOf(item.tag)
        .filter((one) => (isColumn ? hasEffectOnColumns(one) : !isOnlyForColumns(one) || before[one.key] !== undefined))
        // what takes other editors away comes last
        .toSorted((a, b) => Number(a.editor === 'dictionary') - Number(b.editor === 'dictionary'));
      for (const property of properties) {
        const places = [...panel().querySelectorAll<HTMLElement>(`[data-property="${property.key}"]`)];
        // rows and objects hold properties of their own
        const at = places.find((one) => one.parentElement?.closest('[data-property]') === null);
        expect(at, `${item.tag}: ${property.key} has no editor`).toBeTruthy();
        if (!at || isKnown(property)) continue;
        try {
          await OPERATIONS[property.editor](at, property);
        } catch (error) {
          throw new Error(`${item.tag}: ${property.key} (${property.editor}) cannot be changed`, { cause: error });
        }
        changed.push(property.key);
      }
      if (changed.length === 0) return;
      const after = await save();
      const same = changed.filter((key) => JSON.stringify(after[key]) === JSON.stringify(before[key]));
      expect(same, `${item.tag}: what was changed was not saved`).toEqual([]);
      // what an error boundary shows
      expect(document.querySelector('[data-designer="canvas"]')?.textContent).not.toContain('无法显示');
    },
  );
});
