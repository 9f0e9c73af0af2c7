import { userByName } from '../people.ts';
import { OWNERS, PROJECTS } from '../words.ts';
import { plainForm, spreadDaysAgo } from './plain.ts';

const ITEMS: readonly [item: string, requirement: string, result: string][] = [
  ['技术资料', '使用登记、维保记录齐全', '资料齐全，记录完整'],
  ['机房与井道', '通道畅通、照明良好', '通道畅通，照明正常'],
  ['曳引机与制动器', '运行无异响，制动可靠', '运行平稳，制动有效'],
  ['限速器与安全钳', '动作可靠，在校验有效期内', '联动试验动作可靠'],
  ['轿厢与对重', '紧急报警装置有效', '通话清晰'],
  ['层门与轿门', '门锁啮合不小于 7mm', '实测 8～10mm'],
  ['悬挂装置与补偿装置', '钢丝绳无断丝、磨损未超标', '磨损量在允许范围内'],
  ['消防功能', '返回基站功能正常', '功能正常'],
  ['制动试验', '轿厢完全停止且无明显变形', '试验合格'],
];
const LIFTS = ['GPS-III 1000kg', 'HOPE-II 1050kg', 'TKJ 800kg', 'LEHY-Pro 1350kg'] as const;
/** Returns a building site: every third project in turn, with the buildings 1 to 6 in turn. */
const siteAt = (index: number): string => `${PROJECTS[(index * 3) % PROJECTS.length]}${1 + (index % 6)}号楼`;
const ownerAt = (index: number): string => OWNERS[index % OWNERS.length] as string;
/** Returns the id of the customer record of `ownerAt(index)`. */
const customerAt = (index: number): string => `customerProfile-${String((index % OWNERS.length) + 1).padStart(4, '0')}`;
const recordNo = (year: string, index: number): string => `DTJL-${year}-${String(index + 1).padStart(4, '0')}`;

/** Inspections of elevators. The inspection date is `daysAgo + 2` days ago, like the creation time (`plainForm`). */
export const elevatorTask = plainForm('elevatorTask', 28, (tools, now, index) => {
  const daysAgo = spreadDaysAgo(index, 28, 150);
  const day = tools.day(now, -daysAgo - 2);
  // one of nine elevators fails the inspection, because of its doors (层门与轿门)
  const isBad = index % 9 === 4;
  const items = ITEMS.map(([item, requirement, result], itemIndex) =>
    isBad && itemIndex === 5
      ? { item, requirement, result: '3 层门锁啮合 6mm，需整改', verdict: '不合格' }
      : { item, requirement, result, verdict: '合格' },
  );
  return {
    by: tools.pick(['staff', 'dongzhiyong', 'yuanbin']),
    daysAgo,
    fields: {
      recordNo: recordNo(day.slice(0, 4), index),
      registerNo: `梯11苏C${tools.digits(5)}(${day.slice(2, 4)})`,
      customer: customerAt(index),
      useUnit: ownerAt(index),
      place: siteAt(index),
      inspectKind: tools.pick(['定期检验', '定期检验', '监督检验', '委托检验']),
      elevatorNo: tools.digits(8),
      model: tools.pick(LIFTS),
      ratedLoad: tools.pick([800, 1000, 1050, 1350]),
      inspectDate: day,
      inspector: userByName(tools.pick(['dongzhiyong', 'yuanbin'])).id,
      weather: '符合',
      conclusion: isBad ? '不合格' : '合格',
    },
    tables: { items },
  };
});

/**
 * Reports on the first 22 of the 28 inspections of elevators; the others have no report yet. Report and inspection with
 * the same index have the same record number, owner, site and conclusion. The report date is `daysAgo + 1` days ago,
 * one day after the creation time of the record and 12 to 33 days after the inspection.
 */
export const elevatorReport = plainForm('elevatorReport', 22, (tools, now, index) => {
  const daysAgo = spreadDaysAgo(index, 22, 140);
  const day = new Date(now.getTime() - daysAgo * 86_400_000);
  const isBad = index % 9 === 4;
  return {
    by: tools.pick(['staff', 'dongzhiyong', 'xiaojing']),
    daysAgo,
    fields: {
      reportNo: `DTBG-${tools.day(day).slice(0, 4)}-${String(index + 1).padStart(4, '0')}`,
      task: `elevatorTask-${String(index + 1).padStart(4, '0')}`,
      recordNo: recordNo(tools.day(now, -spreadDaysAgo(index, 28, 150) - 2).slice(0, 4), index),
      useUnit: ownerAt(index),
      place: siteAt(index),
      reportDate: tools.day(day, -1),
      basis: 'TSG T7001-2023《电梯监督检验和定期检验规则》',
      conclusion: isBad ? '不合格' : '合格',
      ...(isBad ? {} : { nextDate: tools.day(day, 365) }),
      opinion: isBad ? '层门门锁啮合长度不足，整改后申请复检。' : '检验项目符合规则要求，准予使用。',
      writer: userByName('xiaojing').id,
    },
  };
});

const CRANE_ITEMS: readonly [item: string, requirement: string, result: string][] = [
  ['技术资料', '制造、安装与使用登记资料齐全', '资料齐全'],
  ['金属结构', '主要受力构件无裂纹、无明显变形', '未见裂纹与变形'],
  ['主要零部件', '吊钩、钢丝绳、滑轮磨损未超标', '磨损量在允许范围内'],
  ['起升机构', '制动可靠，运行平稳', '制动有效'],
  ['电气与控制', '绝缘电阻不小于 0.8MΩ', '实测 2.5MΩ'],
  ['安全保护装置', '力矩限制器、起重量限制器动作可靠', '动作可靠，误差符合要求'],
  ['空载试验', '各机构运转正常，无异响', '运转正常'],
  ['额定载荷试验', '结构无永久变形，制动可靠', '试验合格'],
];
const CRANES: readonly [kind: string, load: number, model: string][] = [
  ['塔式起重机', 6, 'QTZ80'],
  ['施工升降机', 2, 'SC200/200'],
  ['塔式起重机', 8, 'QTZ125'],
  ['桥式起重机', 10, 'QD10-22.5'],
  ['门式起重机', 16, 'MG16-18'],
];
const CRANE_TASK_COUNT = 14;
const craneDaysAgo = (index: number): number => spreadDaysAgo(index, CRANE_TASK_COUNT, 150);
/** Returns true for one of six cranes, which fails the inspection because of its safety devices (安全保护装置). */
const isBadCrane = (index: number): boolean => index % 6 === 2;
const craneRecordNo = (year: string, index: number): string => `QZJL-${year}-${String(index + 1).padStart(4, '0')}`;

/**
 * Inspections of cranes. The inspection date is `daysAgo + 2` days ago, like the creation time. Because of the offsets
 * 3 and 1, the cranes have other owners and sites than the elevators with the same index.
 */
export const craneTask = plainForm('craneTask', CRANE_TASK_COUNT, (tools, now, index) => {
  const day = tools.day(now, -craneDaysAgo(index) - 2);
  const [craneKind, ratedLoad, model] = CRANES[index % CRANES.length] as (typeof CRANES)[number];
  return {
    by: tools.pick(['dongzhiyong', 'yuanbin']),
    daysAgo: craneDaysAgo(index),
    fields: {
      recordNo: craneRecordNo(day.slice(0, 4), index),
      registerNo: `起17苏C${tools.digits(5)}(${day.slice(2, 4)})`,
      customer: customerAt(index + 3),
      useUnit: ownerAt(index + 3),
      place: siteAt(index + 1),
      inspectKind: tools.pick(['定期检验', '监督检验', '委托检验']),
      craneNo: `${model}-${tools.digits(6)}`,
      craneKind,
      ratedLoad,
      inspectDate: day,
      inspector: userByName(tools.pick(['dongzhiyong', 'yuanbin'])).id,
      weather: '符合',
      conclusion: isBadCrane(index) ? '不合格' : '合格',
    },
    tables: {
      items: CRANE_ITEMS.map(([item, requirement, result]) =>
        isBadCrane(index) && item === '安全保护装置'
          ? { item, requirement, result: '力矩限制器误差超过 5%，需调整', verdict: '不合格' }
          : { item, requirement, result, verdict: '合格' },
      ),
    },
  };
});

/**
 * Reports on all inspections of cranes except the last two. The report date is 5 days after the inspection (from 2 days
 * before `craneDaysAgo` to 3 days after it), like the creation time of the report. The next inspection is due 365 days
 * after the inspection.
 */
export const craneReport = plainForm('craneReport', CRANE_TASK_COUNT - 2, (tools, now, index) => {
  const day = new Date(now.getTime() - Math.max(0, craneDaysAgo(index) - 3) * 86_400_000);
  const inspectionDay = tools.day(now, -craneDaysAgo(index) - 2);
  return {
    by: 'xiaojing',
    daysAgo: Math.max(0, craneDaysAgo(index) - 5),
    fields: {
      reportNo: `QZBG-${tools.day(day).slice(0, 4)}-${String(index + 1).padStart(4, '0')}`,
      task: `craneTask-${String(index + 1).padStart(4, '0')}`,
      recordNo: craneRecordNo(inspectionDay.slice(0, 4), index),
      useUnit: ownerAt(index + 3),
      place: siteAt(index + 1),
      reportDate: tools.day(day),
      conclusion: isBadCrane(index) ? '不合格' : '合格',
      ...(isBadCrane(index) ? {} : { nextDate: tools.day(now, 363 - craneDaysAgo(index)) }),
      opinion: isBadCrane(index) ? '力矩限制器须调整，整改后申请复检。' : '检验项目符合规范要求，准予使用。',
      writer: userByName('xiaojing').id,
    },
  };
});
