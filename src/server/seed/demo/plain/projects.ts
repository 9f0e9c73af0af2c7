import dayjs from 'dayjs';
import { userByName } from '../people.ts';
import { DEALS, paddedNumber, SETTLEMENTS, STORY_PROJECTS, type Deal, type StoryProject } from '../story.ts';
import type { Tools } from '../tools.ts';
import { plainForm, type PlainForm } from './plain.ts';

const DEPTS = ['dept-cl', 'dept-jg', 'dept-dj', 'dept-sz'] as const;
const KINDS: readonly [pattern: RegExp, kind: string][] = [
  [/轨道/, '轨道交通'],
  [/桥|隧道/, '桥梁隧道'],
  [/道路|省道|管廊/, '市政道路'],
  [/水厂|水务/, '水利工程'],
  [/公园/, '园林绿化'],
];
const kindOf = (project: string): string => KINDS.find(([pattern]) => pattern.test(project))?.[1] ?? '房屋建筑';

/** `isSettled`: the project has contracts, and all are settled in full. `isPaid`: the settlements are also paid. */
function progressOf(project: StoryProject): { isSettled: boolean; isPaid: boolean } {
  const deals = DEALS.filter((deal) => deal.project === project);
  const isSettled = deals.length > 0 && deals.every(({ settled, finalAmount }) => settled >= finalAmount);
  return { isSettled, isPaid: isSettled && deals.every(({ settled, received }) => received >= settled) };
}

/** Returns the state of a project: 已结算 if all is paid, 已完工 if all is settled, otherwise its state in the story. */
export function projectStateOf(project: StoryProject): string {
  const { isSettled, isPaid } = progressOf(project);
  return isPaid ? '已结算' : isSettled ? '已完工' : project.state;
}

/**
 * Returns the planned start and end of the work on a project, in days relative to today (negative: before today). The
 * work starts 9 days after the registration of the project and takes 60 to 420 days.
 */
export function scheduleOf(project: StoryProject): { start: number; end: number } {
  const start = 9 - project.daysAgo;
  return { start, end: start + 60 + ((STORY_PROJECTS.indexOf(project) * 97) % 361) };
}

/** Indexes of projects that were registered twice. The second registration was merged into the first registration. */
const DUPLICATED_PROJECTS = [3, 8];
/** Returns the id of the second registration. `duplicateIndex`: an index of `DUPLICATED_PROJECTS`. */
const secondRegistrationId = (duplicateIndex: number): string =>
  `projectRegister-${paddedNumber(STORY_PROJECTS.length + duplicateIndex + 1)}`;
const duplicatedProject = (duplicateIndex: number) =>
  STORY_PROJECTS[DUPLICATED_PROJECTS[duplicateIndex] ?? 0] as StoryProject;

export const projectRegister = plainForm(
  'projectRegister',
  STORY_PROJECTS.length + DUPLICATED_PROJECTS.length,
  (tools, now, index) => {
    const duplicateIndex = index - STORY_PROJECTS.length;
    const project =
      duplicateIndex < 0
        ? (STORY_PROJECTS[index] as (typeof STORY_PROJECTS)[number])
        : duplicatedProject(duplicateIndex);
    const deals = DEALS.filter((deal) => deal.project === project);
    const schedule = scheduleOf(project);
    // the contract was signed on the day before the registration
    const signTime = new Date(now.getTime() - (project.daysAgo + 1) * 86_400_000);
    return {
      by: tools.pick(['sales', 'staff', 'zhengkai']),
      daysAgo: project.daysAgo,
      ...(duplicateIndex < 0 ? {} : { flwState: '4' as const }),
      fields: {
        projectNo: `XM-${tools.day(signTime).slice(0, 4)}-${paddedNumber(index + 1)}`,
        projectName: duplicateIndex < 0 ? project.name : `${project.name}（重复登记）`,
        projectKind: kindOf(project.name),
        projectSource: tools.pick(['公开招标', '公开招标', '邀请招标', '竞争性磋商', '直接委托', '框架协议']),
        projectState: projectStateOf(project),
        customer: project.customer,
        entrustUnit: project.owner,
        region: [...project.region],
        place: tools.pick(['滨江大道 88 号', '城中路北侧', '科创园三期', '城南新区地块', '开发区纬七路']),
        signDate: tools.day(signTime),
        contractAmount:
          deals.length > 0
            ? deals.reduce((sum, { finalAmount }) => sum + finalAmount, 0)
            : tools.money(60_000, 900_000, 1000),
        deptId: project.dept,
        leader: userByName(project.leader).id,
        startDate: tools.day(now, schedule.start),
        endDate: tools.day(now, schedule.end),
      },
    };
  },
);

export const mergeProject = plainForm('mergeProject', DUPLICATED_PROJECTS.length, (tools, now, duplicateIndex) => {
  const project = duplicatedProject(duplicateIndex);
  // merged six days after the registration, but at least two days ago
  const daysAgo = Math.max(2, project.daysAgo - 6);
  return {
    by: 'pm',
    daysAgo,
    fields: {
      mergeNo: `XMHB-${tools.day(now, -daysAgo).slice(0, 4)}-${paddedNumber(duplicateIndex + 1, 3)}`,
      applicant: userByName('pm').id,
      mergeDate: tools.day(now, -daysAgo),
      merged: secondRegistrationId(duplicateIndex),
      keep: project.id,
      mergedTotal: 0,
      keepTotal: DEALS.filter((deal) => deal.project === project).reduce(
        (sum, { finalAmount }) => sum + finalAmount,
        0,
      ),
      mergedReceived: 0,
      keepReceived: 0,
      agreed: '同意',
      mergedAt: tools.day(now, -daysAgo),
      reason: ['经营部与检测部分别登记了同一工程。', '中标通知与合同名称不一致，重复登记。'][duplicateIndex] ?? '',
    },
  };
});

/** Shares of the departments in a project, in percent. The first share is that of the project's own department. */
const SHARES: readonly (readonly number[])[] = [
  [70, 30],
  [60, 40],
  [50, 30, 20],
  [80, 20],
];

/** Divisions of projects among departments: for every second contract, its project, 12 days after the registration. */
export const projectDivision = plainForm('projectDivision', 14, (tools, now, index) => {
  const { project, finalAmount } = DEALS[index * 2] as (typeof DEALS)[number];
  const daysAgo = Math.max(3, project.daysAgo - 12);
  const contractAmount = DEALS.filter((deal) => deal.project === project).reduce(
    (sum, deal) => sum + deal.finalAmount,
    0,
  );
  const otherDepts = DEPTS.filter((dept) => dept !== project.dept);
  return {
    by: tools.pick(['pm', 'staff']),
    daysAgo,
    fields: {
      divisionNo: `CZHF-${tools.day(now, -daysAgo).slice(0, 4)}-${paddedNumber(index + 1, 3)}`,
      applicant: userByName('pm').id,
      deptId: 'dept-cl',
      project: project.id,
      divideDate: tools.day(now, -daysAgo),
      projectName: project.name,
      contractAmount: contractAmount || finalAmount,
    },
    tables: {
      shares: (SHARES[index % SHARES.length] as readonly number[]).map((share, shareIndex) => ({
        shareDept: shareIndex === 0 ? project.dept : otherDepts[shareIndex - 1],
        work: ['现场检测与报告编制', '室内试验', '监测数据处理'][shareIndex],
        share,
        head: userByName(shareIndex === 0 ? project.leader : 'pm').id,
      })),
    },
  };
});

/** Kinds of project costs. `price`: per unit; `minShare`, `maxShare`: limits of the share of revenue, in percent. */
const COSTS: readonly [
  kind: string,
  content: string,
  unit: string,
  price: number,
  minShare: number,
  maxShare: number,
][] = [
  ['人工费', '检测人员工日', '工日', 320, 30, 38],
  ['设备使用费', '万能试验机台班', '台班', 420, 8, 13],
  ['试验耗材', '试模、脱模剂及标准砂', '批', 860, 5, 9],
  ['交通差旅费', '外检车辆及差旅', '次', 280, 4, 8],
  ['检测分包费', '节能材料外委检测', '项', 1800, 6, 14],
  ['检定校准费', '力值传感器校准', '台', 600, 2, 4],
  ['场地水电费', '养护室水电', '月', 1500, 2, 4],
];
/** Number of past months for which costs are reported. */
const COST_MONTHS = 24;

/**
 * Returns the settled amount (`revenue`) of each project in each of the past `COST_MONTHS` months in which the project
 * has settlements, the oldest month first. `deal`: the contract of the project's largest settlement in this month.
 */
const monthlyRevenues = (tools: Tools, now: Date): { month: string; deal: Deal; revenue: number }[] => {
  const thisMonth = dayjs(tools.day(now)).startOf('month');
  const months = Array.from({ length: COST_MONTHS }, (_none, index) =>
    thisMonth.subtract(COST_MONTHS - index, 'month'),
  );
  return months.flatMap((start) => {
    const month = start.format('YYYY-MM');
    const settlements = SETTLEMENTS.filter(({ daysAgo }) => tools.day(now, -daysAgo).startsWith(month));
    return [...new Set(settlements.map(({ deal }) => deal.project))].flatMap((project) => {
      const projectSettlements = settlements.filter(({ deal }) => deal.project === project);
      const largestSettlement = projectSettlements.toSorted((a, b) => b.amount - a.amount)[0];
      const revenue = projectSettlements.reduce((sum, { amount }) => sum + amount, 0);
      return largestSettlement ? [{ month, deal: largestSettlement.deal, revenue }] : [];
    });
  });
};

/** For each of `monthlyRevenues`, a report with the settled amount and the costs, created 2 days after the month. */
export const costReport: PlainForm = {
  formKey: 'costReport',
  records: (tools, now) => {
    const revenues = monthlyRevenues(tools, now);
    return plainForm('costReport', revenues.length, (_tools, _now, index) => {
      const { month, deal, revenue } = revenues[index] as (typeof revenues)[number];
      const monthEnd = dayjs(month).endOf('month');
      const costItems = COSTS.map(([costKind, content, unitName, price, minShare, maxShare]) => {
        const quantity = Math.max(1, Math.round((revenue * tools.int(minShare, maxShare)) / 100 / price));
        // 92 to 116 percent of the actual costs, so that some costs exceed the budget
        const budget = Math.round((quantity * price * tools.int(92, 116)) / 100);
        return {
          costKind,
          content,
          quantity,
          unitName,
          price,
          budget,
          ...(quantity * price > budget ? { itemNote: '本月检测任务集中，工作量高于计划。' } : {}),
        };
      });
      return {
        by: tools.pick(['staff', 'finance']),
        daysAgo: Math.max(0, dayjs(tools.day(now)).diff(monthEnd.startOf('day'), 'day') - 2),
        fields: {
          reportNo: `CB-${month.replace('-', '')}-${paddedNumber(index + 1, 3)}`,
          costMonth: month,
          deptId: deal.project.dept,
          project: deal.project.id,
          projectName: deal.project.name,
          contract: deal.id,
          reporter: userByName('finance').id,
          reportDate: monthEnd.format('YYYY-MM-DD'),
          revenue,
          analysis: '人工和设备费用占比正常，后续关注外委费用。',
        },
        tables: { costItems },
      };
    }).records(tools, now);
  },
};
