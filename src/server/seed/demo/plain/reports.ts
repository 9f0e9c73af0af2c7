import { SAMPLE_KINDS } from '../forms/samples.ts';
import { userByName } from '../people.ts';
import { BUILDERS, PROJECTS } from '../words.ts';
import { plainForm, spread } from './plain.ts';

const pad = (number: number, width: number): string => String(number).padStart(width, '0');
const reportNo = (day: string, number: number): string => `JC-${day.slice(0, 4)}-${pad(number, 5)}`;
const ITEM_NAMES: Readonly<Record<string, string>> = {
  compressive: '抗压强度',
  tensile: '抗拉强度',
  bending: '弯曲性能',
  weight: '重量偏差',
  permeability: '抗渗等级',
  setting: '凝结时间',
  grading: '颗粒级配',
  marshall: '马歇尔稳定度',
  compaction: '压实度',
  thermal: '导热系数',
  flexural: '抗折强度',
};

export const sampleInfo = plainForm('sampleInfo', 40, (tools, now, index) => {
  const daysAgo = spread(index, 40, 90);
  const day = tools.day(now, -daysAgo - 2);
  const kind = tools.pick(SAMPLE_KINDS);
  return {
    by: tools.pick(['sample', 'staff', 'tangxiaolin']),
    daysAgo,
    fields: {
      sampleNo: `YP-${day.slice(2, 7).replace('-', '')}-${pad(5000 + index, 4)}`,
      sampleName: kind.name,
      spec: `${tools.pick(kind.specs)} ${tools.pick(kind.grades)}`,
      quantity: tools.int(1, 6),
      unit: kind.unit,
      state: tools.chance(0.9) ? 'good' : tools.pick(['flawed', 'unclear']),
      receiveDate: day,
      producer: tools.pick(kind.makers),
      position: tools.pick(['三层柱', '地下室外墙', '5～8 层梁板', '基础筏板', 'K1+200～K1+600 基层']),
      disposal: tools.pick(['lab', 'retain', 'lab', 'fetch']),
    },
  };
});

export const sampleRetention = plainForm('sampleRetention', 32, (tools, now, index) => {
  const daysAgo = spread(index, 32, 120);
  const day = new Date(now.getTime() - (daysAgo + 2) * 86_400_000);
  const kind = tools.pick(SAMPLE_KINDS);
  const days = tools.pick([30, 60, 90, 180]);
  const isOver = days < daysAgo;
  return {
    by: tools.pick(['sample', 'staff']),
    daysAgo,
    fields: {
      retentionNo: `LY-${tools.day(day).slice(0, 4)}-${pad(index + 1, 5)}`,
      sampleNo: `YP-${tools.day(day).slice(2, 7).replace('-', '')}-${pad(5000 + index, 4)}`,
      sampleName: kind.name,
      entrustNo: `WT-${tools.day(day).slice(0, 4)}-${pad(3000 + index, 5)}`,
      projectName: tools.pick(PROJECTS),
      quantity: tools.int(1, 6),
      unit: kind.unit,
      keeper: userByName('sample').id,
      retainDate: tools.day(day),
      dueDate: tools.day(day, days),
      place: `留样室 ${tools.pick(['A', 'B', 'C'])}-${tools.int(1, 6)}-${tools.int(1, 12)}`,
      retentionState: isOver ? '已处置' : tools.chance(0.2) ? '部分取用' : '在库',
      usedQuantity: 0,
      ...(isOver ? { disposeDate: tools.day(day, days + 3), disposeWay: '按固体废物清运' } : {}),
    },
  };
});

export const reportData = plainForm('reportData', 26, (tools, now, index) => {
  const daysAgo = spread(index, 26, 80);
  const day = tools.day(now, -daysAgo - 2);
  const kind = tools.pick(SAMPLE_KINDS);
  const items = kind.items.map((item) => {
    const [result = '', unit = ''] = kind.result(tools).split(' ');
    return {
      itemName: ITEM_NAMES[item] ?? '外观质量',
      requirement: `符合 ${kind.standard}`,
      result,
      unit,
      verdict: '合格',
    };
  });
  return {
    by: tools.pick(['staff', 'xiaojing', 'lizhenhua']),
    daysAgo,
    fields: {
      reportNo: reportNo(day, 2000 + index),
      reportName: `${kind.name}检测报告`,
      clientName: tools.pick(BUILDERS),
      testDate: day,
      basis: kind.standard,
      conclusion: 'pass',
    },
    tables: { items },
  };
});

const CHANGES = [
  [
    '委托信息',
    '委托单位名称与合同不一致，委托方来函申请更正。',
    '委托单位',
    '中诚建设有限公司',
    '中诚建设集团有限公司',
  ],
  ['样品信息', '使用部位填写有误，见证人员确认后更正。', '使用部位', '二层柱', '三层柱'],
  ['检测数据', '原始记录誊写错误，经复核更正。', '第 2 组抗压强度', '38.6 MPa', '36.8 MPa'],
  ['其他', '工程名称缺少标段号。', '工程名称', '市政道路提升改造', '市政道路提升改造（一标段）'],
] as const;

export const reportModify = plainForm('reportModify', 14, (tools, now, index) => {
  const daysAgo = spread(index, 14, 120);
  const [modifyKind, modifyReason, place, before, after] = tools.pick(CHANGES);
  const day = tools.day(now, -daysAgo - 2);
  return {
    by: tools.pick(['staff', 'xiaojing']),
    daysAgo,
    fields: {
      reportNo: reportNo(day, 1900 + index),
      modifyDate: day,
      modifierId: userByName('xiaojing').id,
      modifyKind,
      modifyReason,
    },
    tables: { items: [{ place, before, after }] },
  };
});
