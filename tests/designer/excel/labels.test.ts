import { CFB } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { readLabels } from '../../../src/designer/excel/readLabels.ts';
import { readWord } from '../../../src/designer/excel/readWord.ts';
import type { SheetTable } from '../../../src/designer/excel/sheetTable.ts';

const told = ({ name, fields = [] }: SheetTable) => [
  name,
  ...fields.map(
    ({ title, kind, isRequired, options }) =>
      `${isRequired ? '*' : ''}${title} ${kind}${options.length > 0 ? ` ${options.join('/')}` : ''}`,
  ),
];

describe('lines of labels', () => {
  it('that are repeated get a number that no other label has', () => {
    expect(readLabels('金额\n金额\n金额2\n金额').titles).toEqual(['金额', '金额3', '金额2', '金额4']);
  });

  it('are fields whose kinds, choices and duties are read from what stands behind them', () => {
    const text = `用车申请单
1. 申请人（必填）：______
2、用车日期（日期，必填）
（三）车辆类型：轿车/商务车/货车
乘车人数
是否跨市：□是 □否
预计费用（元）
* 联系电话
用车事由：`;
    expect(told(readLabels(text))).toEqual([
      '用车申请单',
      '*申请人 text',
      '*用车日期 date',
      '车辆类型 select 轿车/商务车/货车',
      '乘车人数 number',
      '是否跨市 yesNo 是/否',
      '预计费用 number',
      '*联系电话 phone',
      '用车事由 textarea',
    ]);
  });

  it('may stand beside each other, in columns of a pasted table, and be repeated', () => {
    expect(told(readLabels('姓名：____ 部门：____\n电话\t身份证号\n备注\n备注'))).toEqual([
      '新表单',
      '姓名 text',
      '部门 text',
      '电话 phone',
      '身份证号 identityCard',
      '备注 textarea',
      '备注2 textarea',
    ]);
  });

  it('keep brackets that are part of a name, and choices in brackets', () => {
    expect(told(readLabels('抗压强度（MPa）\n检测类别（委托、监督、仲裁）'))).toEqual([
      '新表单',
      '抗压强度（MPa） text',
      '检测类别 select 委托/监督/仲裁',
    ]);
  });

  it('may begin with a decimal number, which is no list marker', () => {
    expect(told(readLabels('1.5倍工资\n2. 奖金'))).toEqual(['新表单', '1.5倍工资 number', '奖金 text']);
  });

  it('with boxes are choices, however many such lines follow each other', () => {
    const lines = ['甲', '乙', '丙', '丁'].map((name) => `${name}：□轿车 □客车`);
    expect(told(readLabels(lines.join('\n'))).slice(1)).toEqual(
      ['甲', '乙', '丙', '丁'].map((name) => `${name} select 轿车/客车`),
    );
  });

  it('without any label are refused with a sentence', () => {
    expect(() => readLabels('  \n——\n')).not.toThrow(TypeError);
    expect(() => readLabels('：\n____')).toThrow('没有找到字段');
  });
});

const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const tc = (text: string, span = 1): string =>
  `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${text === '' ? '<w:p/>' : p(text)}</w:tc>`;
const tr = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
const tbl = (...rows: string[]): string => `<w:tbl>${rows.join('')}</w:tbl>`;
const NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
function docx(body: string, head = ''): File {
  const zip = CFB.utils.cfb_new();
  const xml = `<?xml version="1.0"?>${head}<w:document ${NS}><w:body>${body}</w:body></w:document>`;
  CFB.utils.cfb_add(zip, '/word/document.xml', Buffer.from(xml));
  return new File([CFB.write(zip, { type: 'buffer', fileType: 'zip' }) as Uint8Array<ArrayBuffer>], '领用.docx');
}

describe('a text document', () => {
  it('of labels with places beside them is a form; a table with a heading is one of its own', async () => {
    const form = tbl(
      tr(tc('基本信息', 4)),
      tr(tc('姓 名'), tc(''), tc('所在部门'), tc('')),
      tr(tc('领用日期'), tc('    年  月  日'), tc('领用方式'), tc('□ 借用  □ 领用  □ 调拨')),
      tr(tc('领用原因（必填）'), tc('', 3)),
      tr(tc('经办人签字：          日期：', 4)),
    );
    const list = tbl(tr(tc('名称'), tc('规格'), tc('数量')), tr(tc(''), tc(''), tc('')), tr(tc(''), tc(''), tc('')));
    const [first, second, ...more] = await readWord(docx(p('物资领用单') + form + p('领用明细') + list));
    expect(told(first as SheetTable)).toEqual([
      '物资领用单',
      '姓名 text',
      '所在部门 text',
      '领用日期 date',
      '领用方式 select 借用/领用/调拨',
      '*领用原因 textarea',
      '经办人签字 text',
      '日期 date',
    ]);
    expect([second?.name, second?.titles, second?.rows]).toEqual(['领用明细', ['名称', '规格', '数量'], []]);
    expect(more).toEqual([]);
  });

  it('keeps the records of a table, and reads lines where there is none', async () => {
    const list = tbl(
      tr(tc('设备编号'), tc('设备名称'), tc('台数')),
      tr(tc('SB-01'), tc('压力机'), tc('2')),
      tr(tc('SB-02'), tc('回弹仪'), tc('5')),
    );
    const [devices] = await readWord(docx(p('设备一览') + list));
    expect(devices?.rows).toEqual([
      ['SB-01', '压力机', '2'],
      ['SB-02', '回弹仪', '5'],
    ]);
    const [lines] = await readWord(docx(p('请假申请') + p('姓名：______ 请假天数：____')));
    expect(told(lines as SheetTable)).toEqual(['请假申请', '姓名 text', '请假天数 number']);
  });

  it('that is none, is broken, declares entities or says nothing is refused with a sentence', async () => {
    await expect(readWord(new File(['not a document'], 'a.docx'))).rejects.toThrow();
    const entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>';
    await expect(readWord(docx(p('姓名：'), entity))).rejects.toThrow('不是 Word 文档');
    await expect(readWord(docx(p('')))).rejects.toThrow('没有找到字段');
    await expect(readWord(docx('<w:tbl>'))).rejects.toThrow();
  });
});
