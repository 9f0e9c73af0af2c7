import { financeNode, leaderNode, managerNode } from '../nodes.ts';
import { unitOf, userByName } from '../people.ts';
import type { Tools } from '../tools.ts';
import type { DemoForm } from '../types.ts';
import { projectNamed } from '../story.ts';
import { BANKS, OWNERS, PROJECTS } from '../words.ts';

type Item = [kind: string, content: string, quantity: number, price: number, invoice: string];
interface Claim {
  reason: string;
  fields: Record<string, unknown>;
  items: Item[];
}

const TRIP_CITIES = ['苏州市', '扬州市', '杭州市', '合肥市', '武汉市', '镇江市', '徐州市'];

/** Returns the project of a claim, with the fields that the form fills from it. */
function projectFields(projectName: string): Record<string, unknown> {
  const project = projectNamed(projectName);
  return { project: project?.id, projectName, projectLeader: project && userByName(project.leader).id };
}

/**
 * A trip that began `days` + 3 days before the claim and ended 3 days before it. The allowance is paid for the first
 * and the last day too, therefore for `days` + 1 days.
 */
function travelClaim(tools: Tools, date: Date): Claim {
  const projectName = tools.pick(PROJECTS);
  const tripPlace = tools.pick(TRIP_CITIES);
  const days = tools.int(1, 5);
  const items: Item[] = [
    ['traffic', `江城至${tripPlace}往返高铁票`, 2, tools.money(60, 320, 5), 'ticket'],
    ['allowance', '出差补助', days + 1, 100, 'none'],
    ...(days > 1 ? [['hotel', `${tripPlace}住宿`, days, tools.money(220, 420, 10), 'special'] as Item] : []),
    ['traffic', '市内出租车', 1, tools.money(30, 160, 1), 'taxi'],
  ];
  return {
    reason: `赴${tripPlace}${projectName}现场检测差旅费`,
    fields: {
      ...projectFields(projectName),
      tripPlace,
      tripStart: tools.day(date, -days - 3),
      tripEnd: tools.day(date, -3),
      companions: tools.chance(0.4) ? 'u-yuanbin,u-zhangwei' : '',
    },
    items,
  };
}

function receptionClaim(tools: Tools): Claim {
  const guestUnit = tools.pick(OWNERS);
  const guestCount = tools.int(3, 8);
  const accompanyCount = tools.int(1, 3);
  return {
    reason: `接待${guestUnit}来访`,
    fields: { guestUnit, guestCount, accompanyCount, remark: '来访人员洽谈年度检测合作事宜，在接待标准内。' },
    items: [
      ['meal', '工作餐', 1, (guestCount + accompanyCount) * tools.int(80, 140), 'electronic'],
      ...(tools.chance(0.4) ? [['gift', '公司宣传纪念品', guestCount, 45, 'normal'] as Item] : []),
    ],
  };
}

function projectClaim(tools: Tools): Claim {
  const projectName = tools.pick(PROJECTS);
  return {
    reason: `${projectName}检测耗材及现场费用`,
    fields: projectFields(projectName),
    items: tools.pickSome<Item>(
      [
        ['consumable', '钻芯机金刚石薄壁钻头', tools.int(2, 6), 185, 'special'],
        ['consumable', '试模、脱模剂', tools.int(5, 20), 28, 'normal'],
        ['fuel', '检测车辆燃油', tools.int(1, 3), tools.money(280, 520, 10), 'electronic'],
        ['fuel', '高速公路通行费', 1, tools.money(80, 360, 5), 'electronic'],
        ['calibration', '回弹仪率定', tools.int(2, 5), 120, 'special'],
        ['repair', '检测工程车保养', 1, tools.money(600, 2400, 10), 'special'],
      ],
      tools.int(2, 4),
    ),
  };
}

const DAILY_CLAIMS: readonly (readonly [reason: string, items: readonly Item[]])[] = [
  [
    '部门办公用品采购',
    [
      ['office', 'A4 复印纸', 10, 23.5, 'electronic'],
      ['office', '硒鼓', 2, 168, 'electronic'],
      ['office', '文件夹、标签等', 1, 86, 'normal'],
    ],
  ],
  [
    '标书打印装订费',
    [
      ['tender', '投标文件正副本打印装订', 5, 260, 'normal'],
      ['tender', '电子标书刻录', 2, 30, 'normal'],
    ],
  ],
  ['检测报告邮寄费', [['express', '检测报告快递费', 26, 12, 'normal']]],
  [
    '检测人员继续教育培训费',
    [
      ['training', '检测员继续教育', 4, 480, 'electronic'],
      ['traffic', '培训往返交通费', 4, 24, 'taxi'],
    ],
  ],
  [
    '办公电话及网络费',
    [
      ['phone', '办公电话费', 1, 268, 'electronic'],
      ['phone', '宽带费', 1, 199, 'electronic'],
    ],
  ],
];

function dailyClaim(tools: Tools): Claim {
  const [reason, items] = tools.pick(DAILY_CLAIMS);
  return { reason, fields: {}, items: tools.pickSome(items, tools.int(1, items.length)) };
}

function claimOf(category: string, tools: Tools, date: Date): Claim {
  if (category === 'travel') return travelClaim(tools, date);
  if (category === 'reception') return receptionClaim(tools);
  return category === 'project' ? projectClaim(tools) : dailyClaim(tools);
}

/** Returns the day of an expense: the first or last day of the trip; without a trip, 2 to 12 days before the claim. */
const expenseDay = (tools: Tools, claimDate: Date, { tripStart, tripEnd }: Claim['fields']): string =>
  typeof tripStart === 'string' && typeof tripEnd === 'string'
    ? tools.pick([tripStart, tripEnd])
    : tools.day(claimDate, -tools.int(2, 12));

function itemRow(
  tools: Tools,
  expenseDate: string,
  [expenseKind, content, quantity, price, invoiceType]: Item,
): Record<string, unknown> {
  const hasInvoiceNo = invoiceType === 'special' || invoiceType === 'normal' || invoiceType === 'electronic';
  return {
    expenseDate,
    expenseKind,
    content,
    quantity,
    price,
    invoiceType,
    ...(hasInvoiceNo ? { invoiceNo: tools.digits(20) } : {}),
    ...(invoiceType === 'special' ? { taxRate: tools.pick([6, 9, 13]) } : {}),
  };
}

const totalOf = (items: readonly Item[]): number =>
  Math.round(items.reduce((sum, [, , quantity, price]) => sum + quantity * price, 0) * 100) / 100;

export const expenseReimbursement: DemoForm = {
  formKey: 'expenseReimbursement',
  applyNode: { id: 'apply', name: '提交报销' },
  applicants: [
    'staff',
    'liusiyu',
    'yangfan',
    'lizhenhua',
    'wangxueqin',
    'dongzhiyong',
    'huangzhiqiang',
    'guopengfei',
    'songyuting',
    'xiehaoran',
    'weizixuan',
    'hr',
  ],
  apply(tools, applicant, date) {
    const category = tools.pick(['travel', 'travel', 'project', 'project', 'daily', 'daily', 'reception']);
    const claim = claimOf(category, tools, date);
    const isTransfer = tools.chance(0.85);
    const hasLoan = tools.chance(0.1) && totalOf(claim.items) > 500;
    return {
      fields: {
        reimburser: applicant.id,
        deptId: applicant.deptId,
        applyDate: tools.day(date),
        companyId: unitOf(applicant),
        category,
        reason: claim.reason,
        ...claim.fields,
        payMode: isTransfer ? 'transfer' : 'card',
        hasLoan: hasLoan ? '1' : '0',
        ...(hasLoan ? { loanAmount: 500 } : {}),
        totalAmount: totalOf(claim.items),
        ...(isTransfer
          ? { payeeName: applicant.name, payeeBank: tools.pick(BANKS), payeeAccount: `6217${tools.digits(15)}` }
          : {}),
      },
      tables: { expenseItems: claim.items.map((item) => itemRow(tools, expenseDay(tools, date, claim.fields), item)) },
    };
  },
  nodes: [
    leaderNode({
      returnOpinions: ['请补充住宿发票。', '票据抬头不正确，请换开后重新提交。', '出差补助天数有误，请核对。'],
    }),
    managerNode(({ fields }) => !(Number(fields.totalAmount) > 5000 || fields.category === 'reception')),
    financeNode('finance', '财务审核', {
      opinions: ['票据合规，已付款。', '审核无误，已转账。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, {
          checkedAmount: fields.totalAmount,
          voucherNo: `记-${tools.day(date).slice(2, 4)}${tools.digits(5)}`,
          payDate: tools.day(date),
        });
      },
    }),
  ],
};
