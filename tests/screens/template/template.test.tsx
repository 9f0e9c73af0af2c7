import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { compileForm } from '../../../src/kernel/compile.ts';
import { parseFormDefinition } from '../../../src/importer/parse.ts';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import { readTemplateInfo } from '../../../src/screens/template/readTemplateInfo.ts';
import { TemplateDesignBlock } from '../../../src/screens/template/TemplateDesignBlock.tsx';
import { TemplateViewBlock } from '../../../src/screens/template/TemplateViewBlock.tsx';
import { parseKeys, splitPlaceholders, parseSections } from '../../../src/widgets/templatePreview/sections.ts';
import { TemplatePaper } from '../../../src/widgets/templatePreview/TemplatePaper.tsx';
import { fakeServices as widgetServices, registry, situation } from '../../widgets/support.tsx';
import { aRecord, fakeServices, renderAt } from '../fakes.tsx';

const sanitiser = vi.hoisted(() => ({
  isSupported: true,
  sanitize: vi.fn((_html: string, _options: { FORBID_TAGS: string[]; ALLOWED_URI_REGEXP: RegExp }) => {
    const clean = document.createDocumentFragment();
    clean.append(Object.assign(document.createElement('b'), { textContent: '净' }));
    return clean;
  }),
}));
vi.mock('dompurify', () => ({ default: sanitiser }));

const read = parseFormDefinition(
  {
    formKey: 'seal',
    formName: '用印',
    fields: [
      { tag: 'el-input', __vModel__: 'reason', flowEditable: '1', label: '事由' },
      { tag: 'el-select', __vModel__: 'kind', flowEditable: '1', label: '种类' },
    ],
  },
  registry,
);
if (!read.ok) throw new Error('the form cannot be read');
const form = compileForm(read.value, registry);
const paper = (
  text: string,
  kind: 'heading' | 'fields' | 'paragraph',
  record?: { fieldsMap: Record<string, unknown> },
) =>
  render(
    <RuntimeProvider registry={registry} services={widgetServices()} situation={situation}>
      <TemplatePaper name="用印单" sections={[{ kind, text }]} form={form} record={record ?? null} />
    </RuntimeProvider>,
  ).container;

describe('the paper of a template', () => {
  test('marks the places of fields by their labels, and names those the form does not have', () => {
    expect(paper('事由：${reason}，${gone}', 'paragraph').textContent).toContain('事由：［事由］，［gone？］');
  });

  test('is filled with a record, choices by their texts', () => {
    const container = paper('', 'fields', { fieldsMap: { reason: '合同', kind: '1', kindLabel: '公章' } });
    expect([...container.querySelectorAll('dl > div')].map((line) => line.textContent)).toEqual([
      '事由合同',
      '种类公章',
    ]);
  });

  test('shows markup as text', () => {
    const container = paper('<img src=x onerror=alert(1)>', 'heading');
    expect([container.querySelector('img'), container.querySelector('h3')?.textContent]).toEqual([
      null,
      '<img src=x onerror=alert(1)>',
    ]);
  });

  test('reads sections from rows and from a message, and leaves out what is none', () => {
    expect(
      parseSections([
        { id: '1', fieldsMap: { kind: 'heading', text: 'a' } },
        { kind: 'sign', text: 1 },
        { kind: 'script', text: 'x' },
        null,
        'x',
      ]),
    ).toEqual([
      { kind: 'heading', text: 'a' },
      { kind: 'sign', text: '' },
    ]);
    expect(splitPlaceholders('a${b}c${ }')).toEqual([{ text: 'a' }, { key: 'b' }, { text: 'c${ }' }]);
    expect(parseKeys(' a、${b}, c；')).toEqual(['a', 'b', 'c']);
  });
});

describe('the report page (FE-004, LS-007)', () => {
  afterEach(() => localStorage.clear());
  const lists = { list: async () => ({ list: [], total: 0 }) };

  test('says so when no message came yet', async () => {
    await renderAt(
      '/productionReport/reportHtml',
      fakeServices({ records: lists }),
      <TemplateViewBlock node={{ tag: 'templateView' }} path={[]} />,
    );
    expect(screen.getByText('还没有收到模板信息')).toBeDefined();
  });

  test('shows what the message brought, and follows the next one', async () => {
    localStorage.setItem(
      'templateInfo',
      JSON.stringify({ fileName: '抗压报告', remark: '内部', sections: [{ kind: 'paragraph', text: '检测说明' }] }),
    );
    localStorage.setItem('tid', 't1');
    await renderAt(
      '/productionReport/reportHtml',
      fakeServices({ records: lists }),
      <TemplateViewBlock node={{ tag: 'templateView' }} path={[]} />,
    );
    await waitFor(() => expect(screen.getByText('检测说明')).toBeDefined());
    expect([
      screen.getAllByText('抗压报告').length,
      screen.getByText('t1').tagName,
      screen.getByText('内部').tagName,
    ]).toEqual([2, 'SPAN', 'SPAN']);
    localStorage.setItem('templateInfo', JSON.stringify({ fileName: '抗折报告' }));
    window.dispatchEvent(new Event('templateinfo'));
    await waitFor(() => expect(screen.getByText('抗折报告')).toBeDefined());
  });

  test('draws the HTML of another system as the sanitiser leaves it, apart from the page around it', async () => {
    const html = '<p onclick="window.hit = 1">看得到</p><script>window.hit = 1</script>';
    sanitiser.isSupported = true;
    localStorage.setItem('templateInfo', JSON.stringify({ name: '模板', html }));
    const view = await renderAt(
      '/productionReport/reportHtml',
      fakeServices({ records: lists }),
      <TemplateViewBlock node={{ tag: 'templateView' }} path={[]} />,
    );
    const host = await screen.findByRole('region', { name: '模板' });
    await waitFor(() => expect(host.shadowRoot?.innerHTML).toBe('<b>净</b>'));
    expect(host.innerHTML).toBe('');
    const [given, options] = sanitiser.sanitize.mock.calls[0] ?? [];
    expect(given).toBe(html);
    expect(options?.FORBID_TAGS).toEqual(expect.arrayContaining(['style', 'form', 'button', 'iframe', 'link', 'base']));
    expect(
      [
        'javascript:x',
        '//evil.example/p.png',
        'https://evil.example',
        'data:text/html,x',
        'data:image/png;base64,AA',
        '#a',
      ].filter((address) => options?.ALLOWED_URI_REGEXP.test(address)),
    ).toEqual(['data:image/png;base64,AA', '#a']);
    view.unmount();
    // a sanitiser that does nothing in this browser would hand the text back as it is
    sanitiser.isSupported = false;
    await renderAt(
      '/productionReport/reportHtml',
      fakeServices({ records: lists }),
      <TemplateViewBlock node={{ tag: 'templateView' }} path={[]} />,
    );
    const bare = await screen.findByRole('region', { name: '模板' });
    expect([bare.innerHTML, bare.shadowRoot?.innerHTML ?? '']).toEqual(['', '']);
  });

  test('draws the template that was designed here under that number', async () => {
    localStorage.setItem('tid', 't2');
    const record = {
      ...aRecord('r9', { templateName: '委托单', targetFormKey: '' }),
      childTables: { sections: [{ id: '1', fieldsMap: { kind: 'heading', text: '样品信息' } }] },
    } as FormRecord;
    await renderAt(
      '/productionReport/reportHtml',
      fakeServices({ records: { list: async () => ({ list: [record], total: 1 }), get: async () => record } }),
      <TemplateViewBlock node={{ tag: 'templateView' }} path={[]} />,
    );
    await waitFor(() => expect(screen.getByText('样品信息').tagName).toBe('H3'));
    expect(document.querySelector('[data-action="design-template"]')).not.toBeNull();
  });

  test.each([
    ['', {}],
    ['{"a":', { otherProperties: [['内容', '{"a":']] }],
    ['[1]', { otherProperties: [['内容', '[1]']] }],
    ['<p>x</p>', { html: '<p>x</p>' }],
    [
      '{"title":"T","html":"<b>x</b>","n":{"a":1}}',
      { name: 'T', html: '<b>x</b>', otherProperties: [['n', '{"a":1}']] },
    ],
  ])('reads stored information of any kind: %s', (stored, expected) => {
    expect(readTemplateInfo(stored)).toEqual({
      name: '',
      formKey: '',
      sections: [],
      html: null,
      otherProperties: [],
      ...expected,
    });
  });
});

describe('the design page (FE-005…008)', () => {
  test('shows what the address says and makes the template when asked to', async () => {
    let saved: FormRecord | null = null;
    const records = {
      list: async () => ({ list: saved ? [saved] : [], total: 0 }),
      get: async () => saved as FormRecord,
      save: async (_key: string, record: FormRecord) =>
        (saved = { ...record, id: 'r1', version: 1, revision: 1, flwState: '0' }),
    };
    await renderAt(
      '/productionReport/recordDesign?id=7&formKey=seal&fileName=%E8%AE%B0%E5%BD%95&mode=edit',
      fakeServices({ records }),
      <TemplateDesignBlock node={{ tag: 'templateDesign', kind: '2' }} path={[]} />,
    );
    for (const text of ['7', '记录', 'seal', 'edit']) expect(screen.getByText(text)).toBeDefined();
    (document.querySelector('[data-action="create-template"]') as HTMLElement).click();
    await waitFor(() =>
      expect((saved as FormRecord | null)?.fieldsMap).toEqual({
        templateName: '记录',
        templateKind: '2',
        targetFormKey: 'seal',
        templateId: '7',
        mode: 'edit',
      }),
    );
    await waitFor(() => expect(document.querySelector('[data-record="r1"]')).not.toBeNull());
  });
});
