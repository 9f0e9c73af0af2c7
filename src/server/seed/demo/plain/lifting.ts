import { userByName } from '../people.ts';
import { OWNERS, PROJECTS } from '../words.ts';
import { plainForm, spread } from './plain.ts';

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
const site = (index: number): string => `${PROJECTS[(index * 3) % PROJECTS.length]}${1 + (index % 6)}号楼`;
const ownerAt = (index: number): string => OWNERS[index % OWNERS.length] as string;
const customerAt = (index: number): string => `customerProfile-${String((index % OWNERS.length) + 1).padStart(4, '0')}`;
const recordNo = (year: string, index: number): string => `DTJL-${year}-${String(index + 1).padStart(4, '0')}`;

export const elevatorTask = plainForm('elevatorTask', 28, (tools, now, index) => {
  const daysAgo = spread(index, 28, 150);
  const day = tools.day(now, -daysAgo - 2);
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
      place: site(index),
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

export const elevatorReport = plainForm('elevatorReport', 22, (tools, now, index) => {
  const daysAgo = spread(index, 22, 140);
  const day = new Date(now.getTime() - daysAgo * 86_400_000);
  const isBad = index % 9 === 4;
  return {
    by: tools.pick(['staff', 'dongzhiyong', 'xiaojing']),
    daysAgo,
    fields: {
      reportNo: `DTBG-${tools.day(day).slice(0, 4)}-${String(index + 1).padStart(4, '0')}`,
      task: `elevatorTask-${String(index + 1).padStart(4, '0')}`,
      recordNo: recordNo(tools.day(now, -spread(index, 28, 150) - 2).slice(0, 4), index),
      useUnit: ownerAt(index),
      place: site(index),
      reportDate: tools.day(day, -1),
      basis: 'TSG T7001-2023《电梯监督检验和定期检验规则》',
      conclusion: isBad ? '不合格' : '合格',
      ...(isBad ? {} : { nextDate: tools.day(day, 365) }),
      opinion: isBad ? '层门门锁啮合长度不足，整改后申请复检。' : '检验项目符合规则要求，准予使用。',
      writer: userByName('xiaojing').id,
    },
  };
});
