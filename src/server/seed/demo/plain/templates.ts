import { plainForm } from './plain.ts';

/** One section of a template. `text`: a text with placeholders, keys of the shown fields, or the key of a sub-table. */
type Section = readonly [kind: 'heading' | 'paragraph' | 'fields' | 'table' | 'sign', text: string];

/** The templates. `kind`: '1': of a report, '2': of a test record, '4': of an entrust order (委托单). */
const TEMPLATES: readonly [name: string, kind: string, formKey: string, number: string, sections: Section[]][] = [
  [
    '检测报告（通用）',
    '1',
    'reportData',
    'MB-BG-01',
    [
      ['heading', '检 测 报 告'],
      ['paragraph', '报告编号：${reportNo}'],
      ['fields', 'clientName、projectName、sampleName、spec、testDate、basis'],
      ['table', 'items'],
      ['paragraph', '检测结论：${conclusionText}'],
      ['sign', '检测：　　　　　　审核：　　　　　　批准：'],
      ['paragraph', '本报告无检测专用章无效；未经本机构书面批准，不得部分复制本报告。'],
    ],
  ],
  [
    '力学性能原始记录',
    '2',
    'testRecord',
    'MB-JL-01',
    [
      ['heading', '检 测 原 始 记 录'],
      ['paragraph', '记录编号：${recordNo}'],
      ['fields', 'sampleName、item、testDate、device、temperature、humidity'],
      ['table', 'values'],
      ['sign', '检测：　　　　　　复核：'],
    ],
  ],
  [
    '检测委托单',
    '4',
    'testEntrustRegistration',
    'MB-WT-01',
    [
      ['heading', '检 测 委 托 单'],
      ['paragraph', '委托编号：${entrustNo}'],
      ['fields', 'entrustUnit、projectName、entruster、entrusterPhone、entrustDate、expectDate'],
      ['table', 'samples'],
      ['sign', '委托人：　　　　　　见证人：　　　　　　受理人：'],
    ],
  ],
];

export const reportTemplate = plainForm('reportTemplate', TEMPLATES.length, (_tools, _now, index) => {
  const [templateName, templateKind, targetFormKey, templateId, sections] = TEMPLATES[
    index
  ] as (typeof TEMPLATES)[number];
  return {
    by: 'reporter',
    daysAgo: 180 - index,
    fields: { templateName, templateKind, targetFormKey, templateId },
    tables: { sections: sections.map(([kind, text]) => ({ kind, text })) },
  };
});
