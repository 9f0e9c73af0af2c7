import { userByName } from '../people.ts';
import type { Tools } from '../tools.ts';
import { DOMAINS, OWNERS, PROJECTS } from '../words.ts';
import { plainForm, spread } from './plain.ts';

const DEPTS = ['dept-cl', 'dept-jg', 'dept-dj', 'dept-sz'] as const;
const LEADERS: Readonly<Record<string, string>> = {
  'dept-cl': 'dengguoqiang',
  'dept-jg': 'hanlei',
  'dept-dj': 'fanzhigang',
  'dept-sz': 'caoweimin',
};
const KINDS: readonly [pattern: RegExp, kind: string][] = [
  [/轨道/, '轨道交通'],
  [/桥|隧道/, '桥梁隧道'],
  [/道路|省道|管廊/, '市政道路'],
  [/水厂|水务/, '水利工程'],
  [/公园/, '园林绿化'],
];
const kindOf = (project: string): string => KINDS.find(([pattern]) => pattern.test(project))?.[1] ?? '房屋建筑';
const pad = (number: number, width: number): string => String(number).padStart(width, '0');

/** Whose project it is: the same in every form. */
const ownerOf = (project: string): string =>
  OWNERS[(PROJECTS as readonly string[]).indexOf(project) % OWNERS.length] as string;

/** The record of `customerProfile` that bears this name: owners come first there. */
const customerId = (owner: string): string =>
  `customerProfile-${pad((OWNERS as readonly string[]).indexOf(owner) + 1, 4)}`;

export const projectRegister = plainForm('projectRegister', 46, (tools, now, index) => {
  const daysAgo = spread(index, 46, 300);
  const projectName = `${PROJECTS[index % PROJECTS.length]}${index >= PROJECTS.length ? '（补充检测）' : ''}`;
  const deptId = tools.pick(DEPTS);
  const state =
    daysAgo < 20 ? '待进场' : daysAgo < 150 ? '检测中' : tools.pick(['已完工', '已结算', '检测中', '已中止']);
  const signed = new Date(now.getTime() - (daysAgo + 6) * 86_400_000);
  const contractAmount = tools.money(60_000, 2_600_000, 1000);
  const share = state === '已结算' ? 1 : state === '待进场' ? 0 : tools.int(2, 8) / 10;
  return {
    by: tools.pick(['staff', 'yangfan', 'zhengkai']),
    daysAgo,
    fields: {
      projectNo: `XM-${tools.day(signed).slice(0, 4)}-${pad(index + 1, 4)}`,
      projectName,
      projectKind: kindOf(projectName),
      projectSource: tools.pick(['公开招标', '公开招标', '邀请招标', '竞争性磋商', '直接委托', '框架协议']),
      projectState: state,
      customer: customerId(ownerOf(PROJECTS[index % PROJECTS.length] as string)),
      entrustUnit: ownerOf(PROJECTS[index % PROJECTS.length] as string),
      place: `江城市${tools.pick(['城中区', '江北新区', '高新区', '城南新区', '经济开发区'])}`,
      signDate: tools.day(signed),
      contractAmount,
      receivedAmount: Math.round(contractAmount * share),
      deptId,
      leader: userByName(LEADERS[deptId] as string).id,
      startDate: tools.day(signed, 10),
      endDate: tools.day(signed, 10 + tools.int(60, 420)),
    },
  };
});

/** The record of `projectRegister` that bears this name. */
const projectId = (project: string): string =>
  `projectRegister-${pad((PROJECTS as readonly string[]).indexOf(project) + 1, 4)}`;

/** Contract and what stands in its number: the ledger, and what others say of it. */
function contract(tools: Tools, now: Date, daysAgo: number, number: number) {
  const signed = new Date(now.getTime() - daysAgo * 86_400_000);
  const project = tools.pick(PROJECTS);
  const [, domain] = tools.pick(DOMAINS);
  return {
    signed,
    project,
    contractNo: `HT-${tools.day(signed).slice(0, 4)}-${pad(number, 4)}`,
    contractName: `${project}${domain}检测服务合同`,
    counterparty: ownerOf(project),
    amount: tools.money(30_000, 1_800_000, 1000),
  };
}

export const contractLedger = plainForm('contractLedger', 52, (tools, now, index) => {
  const daysAgo = spread(index, 52, 420);
  const { signed, project, contractNo, contractName, counterparty, amount } = contract(
    tools,
    now,
    daysAgo + 4,
    index + 1,
  );
  const state =
    daysAgo < 8 ? '待生效' : daysAgo < 220 ? '履行中' : tools.pick(['履行中', '已履行完毕', '已履行完毕', '已中止']);
  const changeAmount = tools.chance(0.2) ? tools.money(-40_000, 80_000, 1000) : 0;
  return {
    by: tools.pick(['yangfan', 'staff']),
    daysAgo,
    fields: {
      contractNo,
      contractName,
      contractKind: tools.chance(0.75) ? '检测服务合同' : tools.pick(['监测服务合同', '检测框架协议', '检测分包合同']),
      contractState: state,
      signDate: tools.day(signed),
      startDate: tools.day(signed, 3),
      endDate: tools.day(signed, tools.int(120, 540)),
      project: projectId(project),
      projectName: project,
      counterparty,
      deptId: 'dept-jy',
      handler: userByName('yangfan').id,
      amount,
      changeAmount,
      settledAmount:
        state === '待生效'
          ? 0
          : state === '已履行完毕'
            ? amount + changeAmount
            : Math.round(((amount + changeAmount) * tools.int(1, 8)) / 10),
    },
  };
});

export const contractVoid = plainForm('contractVoid', 12, (tools, now, index) => {
  const daysAgo = spread(index, 12, 260);
  const { contractNo, contractName, counterparty, amount } = contract(tools, now, daysAgo + 60, 900 + index);
  const [voidReason, reasonDetail] = tools.pick([
    ['工程取消或停建', '建设单位来函说明工程缓建，双方同意终止，未发生检测工作量。'],
    ['条款变更重新签订', '检测范围增加，双方商定作废原合同后重新签订。'],
    ['合同文本有误', '合同附件报价清单数量有误，按更正后的文本重新签订。'],
    ['双方协商解除', '委托方调整检测安排，双方签署解除协议，已完成部分按实结算。'],
  ] as const);
  const performedAmount = voidReason === '双方协商解除' ? Math.round(amount * 0.2) : 0;
  const day = new Date(now.getTime() - daysAgo * 86_400_000);
  return {
    by: tools.pick(['yangfan', 'staff']),
    daysAgo,
    fields: {
      voidNo: `HTZF-${tools.day(day).slice(0, 4)}-${pad(index + 1, 3)}`,
      contractNo,
      contractKind: '检测服务合同',
      contractName,
      contractAmount: amount,
      counterparty,
      applicant: userByName('yangfan').id,
      deptId: 'dept-jy',
      voidDate: tools.day(day),
      voidReason,
      ...(voidReason.includes('重新') || voidReason.includes('有误') ? { replacedNo: `${contractNo}-1` } : {}),
      reasonDetail,
      performedAmount,
      settledAmount: performedAmount,
      originals: tools.pick(['已全部收回', '已全部收回', '尚未寄出']),
    },
  };
});

const COSTS: readonly [kind: string, content: string, unit: string, price: number, most: number][] = [
  ['人工费', '检测人员工日', '工日', 320, 40],
  ['试验耗材', '试模、脱模剂及标准砂', '批', 860, 4],
  ['设备使用费', '万能试验机台班', '台班', 420, 12],
  ['检定校准费', '力值传感器校准', '台', 600, 3],
  ['交通差旅费', '外检车辆及差旅', '次', 280, 10],
  ['检测分包费', '节能材料外委检测', '项', 1800, 3],
  ['场地水电费', '养护室水电', '月', 1500, 1],
];

export const costReport = plainForm('costReport', 30, (tools, now, index) => {
  const daysAgo = spread(index, 30, 180);
  const day = new Date(now.getTime() - daysAgo * 86_400_000);
  const month = tools.day(day, -20).slice(0, 7);
  const deptId = tools.pick(DEPTS);
  const costItems = tools.some(COSTS, tools.int(3, 6)).map(([costKind, content, unitName, price, most]) => {
    const quantity = tools.int(1, most);
    const amount = quantity * price;
    const budget = Math.round((amount * tools.int(85, 125)) / 100);
    return {
      costKind,
      content,
      quantity,
      unitName,
      price,
      budget,
      ...(amount > budget ? { itemNote: '本月检测任务集中，工作量高于计划。' } : {}),
    };
  });
  const spent = costItems.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  return {
    by: tools.pick(['staff', 'finance']),
    daysAgo,
    fields: {
      reportNo: `CB-${tools.day(day).slice(0, 7).replace('-', '')}-${pad(index + 1, 3)}`,
      costMonth: month,
      deptId,
      projectName: tools.pick(PROJECTS),
      contractNo: `HT-${month.slice(0, 4)}-${pad(tools.int(1, 50), 4)}`,
      reporter: userByName('finance').id,
      reportDate: tools.day(day),
      revenue: Math.round((spent * tools.int(105, 190)) / 100),
      analysis: '人工和设备费用占比正常，后续关注外委费用。',
    },
    tables: { costItems },
  };
});
