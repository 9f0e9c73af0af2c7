import { creditCodeOf } from '../creditCode.ts';
import { userByName } from '../people.ts';
import { activeDealAt, DEALS, paddedNumber, STORY_PROJECTS } from '../story.ts';
import { AGENCIES, BUILDERS, OWNERS, SUPERVISORS } from '../words.ts';
import { plainForm, spreadDaysAgo } from './plain.ts';

/** Names and kinds of the customers. The first agency, a public trading centre, is not a customer. */
const CUSTOMERS: readonly [name: string, kind: string][] = [
  ...OWNERS.map((name) => [name, '建设单位'] as [string, string]),
  ...BUILDERS.map((name) => [name, '施工单位'] as [string, string]),
  ...SUPERVISORS.map((name) => [name, '监理单位'] as [string, string]),
  ...AGENCIES.slice(1).map((name) => [name, '其他'] as [string, string]),
];

/**
 * Index of a customer that was entered twice. The second record, with （重复登记） in its name, was merged into the first
 * record and is voided.
 */
const DUPLICATED_CUSTOMER = 1;
const DUPLICATED_DAYS_AGO = 40;
const MERGED_DAYS_AGO = 25;

export const customerProfile = plainForm('customerProfile', CUSTOMERS.length + 1, (tools, now, index) => {
  const isDuplicate = index === CUSTOMERS.length;
  const [customerName, customerKind] = CUSTOMERS[isDuplicate ? DUPLICATED_CUSTOMER : index] as [string, string];
  const number = String(index + 1).padStart(4, '0');
  // the customer was entered at least 20 days before each of its projects
  const projects = STORY_PROJECTS.filter(({ customer }) => customer === `customerProfile-${number}`);
  const daysAgo = isDuplicate
    ? DUPLICATED_DAYS_AGO
    : Math.max(spreadDaysAgo(index, CUSTOMERS.length, 320), ...projects.map((project) => project.daysAgo + 20));
  return {
    by: tools.pick(['staff', 'zhengkai']),
    daysAgo,
    ...(isDuplicate ? { flwState: '4' as const } : {}),
    fields: {
      customerNo: `KH-${tools.day(now, -daysAgo).slice(0, 4)}-${number}`,
      customerName: isDuplicate ? `${customerName}（重复登记）` : customerName,
      customerKind,
      creditCode: creditCodeOf(`customerProfile-${number}`),
      customerLevel: index < 6 ? '重点客户' : tools.pick(['普通客户', '普通客户', '潜在客户']),
      address: `江城市${tools.pick(['建设路', '人民大道', '科技二路', '滨江东路', '文昌街'])}${tools.int(8, 320)}号`,
      sinceDate: tools.day(now, -daysAgo - tools.int(5, 2400)),
      contact: tools.personName(),
      contactPost: tools.pick(['工程部经理', '资料员', '总工程师', '合约部主管']),
      phone: tools.mobileNumber(),
      manager: userByName(tools.pick(['staff', 'zhengkai'])).id,
      deptId: 'dept-jy',
      settleMode: tools.pick(['按单结算', '按月结算', '按季结算', '按合同节点', '预存扣款']),
      creditLimit: tools.money(500_000, 3_000_000, 100_000),
    },
  };
});

export const mergeCustomer = plainForm('mergeCustomer', 1, (tools, now) => {
  const keep = `customerProfile-${paddedNumber(DUPLICATED_CUSTOMER + 1)}`;
  const deals = DEALS.filter(({ project }) => project.customer === keep);
  const date = tools.day(now, -MERGED_DAYS_AGO);
  return {
    by: 'leader',
    daysAgo: MERGED_DAYS_AGO,
    fields: {
      mergeNo: `KHHB-${date.slice(0, 4)}-001`,
      applicant: userByName('leader').id,
      mergeDate: date,
      merged: `customerProfile-${paddedNumber(CUSTOMERS.length + 1)}`,
      keep,
      mergedProjects: 0,
      keepProjects: STORY_PROJECTS.filter(({ customer }) => customer === keep).length,
      mergedTotal: 0,
      keepTotal: deals.reduce((sum, { finalAmount }) => sum + finalAmount, 0),
      mergedUnpaid: 0,
      keepUnpaid: deals.reduce((sum, { settled, received }) => sum + Math.max(0, settled - received), 0),
      reason: '同一单位由两名经办人分别建档。',
      agreed: '同意',
      mergedAt: date,
    },
  };
});

const ADVICE = [
  '报告出具及时，希望电子报告可以在线下载。',
  '现场检测人员专业认真。',
  '建议提前告知检测排期。',
  '收费标准希望更透明一些。',
  '整体满意，继续合作。',
] as const;

export const satisfactionSurvey = plainForm('satisfactionSurvey', 24, (tools, now, index) => {
  const daysAgo = spreadDaysAgo(index, 24, 200);
  const { project } = activeDealAt(index);
  // the record is created `daysAgo + 2` days ago (`plainForm`); `surveyDate` is the day after
  const mark = (): number => tools.pick([3, 4, 4, 5, 5, 5]);
  return {
    by: 'staff',
    daysAgo,
    fields: {
      customer: project.customer,
      customerName: project.owner,
      project: project.id,
      projectName: project.name,
      contact: tools.personName(),
      phone: tools.mobileNumber(),
      attitude: mark(),
      speed: mark(),
      quality: mark(),
      price: tools.pick([3, 4, 4, 5]),
      again: tools.pick(['愿意', '愿意', '愿意', '视情况']),
      advice: tools.pick(ADVICE),
      surveyDate: tools.day(now, -daysAgo - 1),
    },
  };
});

export const satisfactionSurveyNew = plainForm('satisfactionSurveyNew', 12, (tools, now, index) => {
  const daysAgo = spreadDaysAgo(index, 12, 110);
  const { project } = activeDealAt(index * 3);
  // one customer is dissatisfied and states a complaint
  const isBad = index === 7;
  const mark = (): number => (isBad ? 3 : tools.pick([4, 4, 5, 5, 5]));
  return {
    by: 'staff',
    daysAgo,
    fields: {
      customer: project.customer,
      customerName: project.owner,
      project: project.id,
      projectName: project.name,
      contact: tools.personName(),
      phone: tools.mobileNumber(),
      overall: isBad ? 2 : mark(),
      communication: mark(),
      sampling: mark(),
      speed: isBad ? 1 : mark(),
      quality: mark(),
      honesty: 5,
      strengths: isBad ? ['人员专业'] : tools.pickSome(['响应及时', '人员专业', '数据准确', '报告规范', '收费透明'], 2),
      ...(isBad ? { complaint: '报告比约定晚了九天，影响隐蔽工程验收。' } : {}),
      advice: tools.pick(ADVICE),
      surveyDate: tools.day(now, -daysAgo - 1),
    },
  };
});
