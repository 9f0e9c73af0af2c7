import { orderId, SAMPLES_WITH_TASK, SAMPLES_UNDER_TEST, type LabSample } from '../labStory.ts';
import { userByName } from '../people.ts';
import { plainForm } from './plain.ts';

const STANDARDS: readonly [no: string, name: string, kind: string, field: string, from: string][] = [
  ['GB/T 50081-2019', '混凝土物理力学性能试验方法标准', '国家标准', '建筑材料', '2019-12-01'],
  ['GB/T 50107-2010', '混凝土强度检验评定标准', '国家标准', '建筑材料', '2010-12-01'],
  ['GB/T 228.1-2021', '金属材料 拉伸试验 第1部分：室温试验方法', '国家标准', '建筑材料', '2022-07-01'],
  ['GB/T 1499.2-2024', '钢筋混凝土用钢 第2部分：热轧带肋钢筋', '国家标准', '建筑材料', '2024-09-25'],
  ['GB/T 17671-2021', '水泥胶砂强度检验方法（ISO法）', '国家标准', '建筑材料', '2022-07-01'],
  ['JGJ/T 70-2009', '建筑砂浆基本性能试验方法标准', '行业标准', '建筑材料', '2009-06-01'],
  ['JGJ/T 23-2011', '回弹法检测混凝土抗压强度技术规程', '行业标准', '主体结构', '2011-12-01'],
  ['JGJ/T 152-2019', '混凝土中钢筋检测技术标准', '行业标准', '主体结构', '2020-02-01'],
  ['JGJ 106-2014', '建筑基桩检测技术规范', '行业标准', '地基基础', '2014-10-01'],
  ['JTG 3450-2019', '公路路基路面现场测试规程', '行业标准', '市政道路', '2020-01-01'],
  ['GB 50325-2020', '民用建筑工程室内环境污染控制标准', '国家标准', '室内环境', '2020-08-01'],
];

const pad = (number: number): string => String(number).padStart(4, '0');

export const basis = plainForm('basis', STANDARDS.length, (tools, now, index) => {
  const [standardNo, standardName, kind, field, fromDate] = STANDARDS[index] as (typeof STANDARDS)[number];
  return {
    by: 'shenzhiyuan',
    daysAgo: 300 - index,
    fields: {
      standardNo,
      standardName,
      kind,
      nature: standardName.includes('评定') ? '评定标准' : '方法标准',
      field,
      basisState: '现行',
      fromDate,
      controlNo: `SK-${tools.digits(4)}`,
      keeper: userByName('songyuting').id,
      checkDate: tools.day(now, -tools.int(5, 60)),
    },
  };
});

const KINDS: readonly [code: string, name: string, dept: string][] = [
  ['A', '建筑材料检测', 'dept-cl'],
  ['B', '主体结构检测', 'dept-jg'],
  ['C', '地基基础检测', 'dept-dj'],
  ['D', '市政道路检测', 'dept-sz'],
];

export const engineeringConfig = plainForm('engineeringConfig', KINDS.length, (_tools, _now, index) => {
  const [code, name, deptId] = KINDS[index] as (typeof KINDS)[number];
  return {
    by: 'shenzhiyuan',
    daysAgo: 320 - index,
    fields: { code, name, sn: (index + 1) * 10, inForce: '是', deptId, reportDays: 5 + index * 2 },
  };
});

/** Test items. `kind` and `basis`: position in `KINDS` and `STANDARDS`, from 1. `days`: duration of the test. */
const ITEMS: readonly [name: string, kind: number, basis: number, unit: string, price: number, days: number][] = [
  ['混凝土立方体抗压强度', 1, 1, '组', 120, 2],
  ['钢筋拉伸与弯曲', 1, 3, '组', 180, 2],
  ['水泥胶砂强度', 1, 5, '组', 380, 30],
  ['砂浆立方体抗压强度', 1, 6, '组', 100, 2],
  ['回弹法混凝土强度', 2, 7, '构件', 260, 5],
  ['钢筋保护层厚度', 2, 8, '构件', 220, 5],
  ['桩身完整性（低应变）', 3, 9, '根', 180, 7],
  ['单桩竖向抗压静载', 3, 9, '根', 16_800, 15],
  ['路基压实度', 4, 10, '点', 90, 3],
  ['室内空气污染物', 2, 11, '点', 420, 7],
];

/** The fields for judging results, by index in `ITEMS`. The other items require a minimum strength in MPa. */
const JUDGEMENTS: Readonly<Record<number, Readonly<Record<string, unknown>>>> = {
  5: { judgeWay: '范围内', minValue: 20, maxValue: 38, valueUnit: 'mm', places: 0 },
  6: { judgeWay: '观察描述', valueUnit: '', places: 0 },
  7: { judgeWay: '不小于', valueUnit: 'kN', places: 0 },
  8: { judgeWay: '不小于', minValue: 96, valueUnit: '%', places: 1 },
  9: { judgeWay: '不大于', maxValue: 0.07, valueUnit: 'mg/m³', places: 3 },
};
/**
 * Returns the number of days for which samples of an item are kept: cement 90, other building materials (`kind` 1) 30,
 * other kinds 0.
 */
const retentionDaysOf = (itemName: string, kind: number): number =>
  kind !== 1 ? 0 : itemName.startsWith('水泥') ? 90 : 30;

/** Returns the current price of an item by name; null if the price list does not contain it. */
export const listPriceOf = (name: string): number | null => ITEMS.find(([itemName]) => itemName === name)?.[4] ?? null;

export const itemConfig = plainForm('itemConfig', ITEMS.length, (_tools, _now, index) => {
  const [itemName, kind, standard, unit, price, days] = ITEMS[index] as (typeof ITEMS)[number];
  return {
    by: 'shenzhiyuan',
    daysAgo: 280 - index,
    fields: {
      itemNo: `JC-${String(index + 1).padStart(3, '0')}`,
      itemName,
      engineering: `engineeringConfig-${pad(kind)}`,
      basis: `basis-${pad(standard)}`,
      inForce: '是',
      unit,
      price,
      days,
      specimens: 3,
      retention: retentionDaysOf(itemName, kind),
      certified: index % 3 === 0 ? 'CMA、CNAS 双资质' : 'CMA 资质',
      judgeWay: '不小于',
      valueUnit: 'MPa',
      places: 1,
      ...JUDGEMENTS[index],
    },
  };
});

export const testTask = plainForm('testTask', SAMPLES_WITH_TASK.length, (tools, now, index) => {
  const sample = SAMPLES_WITH_TASK[index] as LabSample;
  const isDone = sample.stage === 'tested' || sample.stage === 'reviewed';
  const indexUnderTest = SAMPLES_UNDER_TEST.indexOf(sample);
  const daysAgo = Math.max(1, sample.daysAgo - 4);
  // agrees with the states of the test records (forms/laboratory.ts): three in review, one returned, the others drafts
  const state = isDone
    ? '已完成'
    : (['待复核', '待复核', '待复核', '检测中', '检测中', '待检'][indexUnderTest] ?? '待检');
  const [, , , unit, , days] = ITEMS[sample.priceListNumber - 1] as (typeof ITEMS)[number];
  return {
    by: tools.pick(['luxiaomei', 'reception']),
    daysAgo,
    fields: {
      taskNo: `RW-${tools.day(now, -daysAgo).slice(0, 7).replace('-', '')}-${pad(index + 1)}`,
      sample: sample.id,
      sampleName: sample.kind.name,
      spec: sample.spec,
      entrust: orderId(sample.order),
      item: `itemConfig-${pad(sample.priceListNumber)}`,
      itemDays: days,
      unit,
      quantity: sample.quantity,
      tester: userByName(sample.tester).id,
      planDate: tools.day(now, -daysAgo + 1),
      dueDate: isDone ? tools.day(now, -daysAgo + 4) : tools.day(now, [-2, 1, -1, 3, 0, 5][indexUnderTest] ?? 4),
      urgency: index % 7 === 3 ? '加急' : '一般',
      taskState: state,
      // a task is due after 4 days: every ninth task is finished after 6 days, the others after 3 days
      ...(isDone ? { doneDate: tools.day(now, -Math.max(1, daysAgo - (index % 9 === 4 ? 6 : 3))) } : {}),
    },
  };
});

/** The values that the reception enters for a received sample. */
const DESCRIPTIONS: readonly [kind: string, name: string, use: string, content: string][] = [
  ['混凝土', '立方体试件 外观完好', '外观描述', '150mm 立方体试件，表面平整，无缺棱掉角，编号清晰'],
  ['混凝土', '立方体试件 有缺陷', '外观描述', '150mm 立方体试件，局部缺棱掉角，已与委托方确认继续检测'],
  ['混凝土', '标准养护', '状态描述', '试件标准养护至龄期，养护记录齐全'],
  ['水泥', '袋装水泥 包装完好', '包装描述', '防潮袋包装，无受潮结块，标识完整'],
  ['水泥', '封存样', '封样描述', '双方签字封样，一份检测，一份留存 3 个月'],
  ['钢筋', '钢筋原材 外观完好', '外观描述', '表面无裂纹、结疤和折叠，端部平齐，标牌齐全'],
  ['砂石', '砂样 缩分', '状态描述', '按四分法缩分，烘干至恒重，无杂质'],
  ['防水材料', '卷材 包装完好', '包装描述', '成卷包装，无破损粘连，附出厂合格证'],
  ['其他', '见证取样封样', '封样描述', '见证人员现场封样，封条完整，编号与见证单一致'],
];

export const sampleDescription = plainForm('sampleDescription', DESCRIPTIONS.length, (_tools, _now, index) => {
  const [sampleKind, descName, use, content] = DESCRIPTIONS[index] as (typeof DESCRIPTIONS)[number];
  return {
    by: 'shenzhiyuan',
    daysAgo: 260 - index,
    fields: { sampleKind, descName, use, inForce: '是', content, sn: (index + 1) * 10 },
  };
});
