import { demoCompany } from '../../demoCompany.ts';
import { userByName } from '../people.ts';
import { letterOfDebt } from '../forms/projects.ts';
import { DEBTS, paddedNumber, STORY_PROJECTS, type Debt, type StoryProject } from '../story.ts';
import { personnelFileIdOf } from './personnelFiles.ts';
import { plainForm, type PlainEntry, type PlainForm } from './plain.ts';
import { createTools, type Tools } from '../tools.ts';

const SALARY_DEPTS = ['dept-jy', 'dept-cl', 'dept-jg', 'dept-dj', 'dept-sz'] as const;

/**
 * The current standard (缴费标准) for contributions to social insurance and the housing fund: the employee's rates in
 * percent, and the limits of the wage from which contributions are computed, in yuan.
 */
const EMPLOYEE_INSURANCE_RATE = 10.5;
const HOUSING_FUND_RATE = 8;
const LOWEST_WAGE = 4494;
const HIGHEST_WAGE = 24_042;
/**
 * The standards. Each takes effect on the first day of the month that was `daysAgo` days ago. All salary sheets are
 * recent and use the current standard.
 */
const STANDARDS: readonly (readonly [daysAgo: number, personRate: number, lowest: number, highest: number])[] = [
  [700, 10.2, 4200, 22_400],
  [330, EMPLOYEE_INSURANCE_RATE, LOWEST_WAGE, HIGHEST_WAGE],
];

export const insuranceRate = plainForm('insuranceRate', STANDARDS.length, (tools, now, index) => {
  const [daysAgo, personRate, lowest, highest] = STANDARDS[index] as (typeof STANDARDS)[number];
  const fromDate = `${tools.day(now, -daysAgo).slice(0, 7)}-01`;
  return {
    by: 'hr',
    // recorded `daysAgo` + 22 days ago (`plainForm` adds two days): usually before the standard takes effect
    daysAgo: daysAgo + 20,
    fields: {
      rateName: `${fromDate.slice(0, 4)} 年度社保公积金缴费标准`,
      fromDate,
      source: `市人社局关于 ${fromDate.slice(0, 4)} 年度社会保险缴费基数的通知`,
      inForce: '是',
      personRate,
      companyRate: 27,
      personFundRate: HOUSING_FUND_RATE,
      lowest,
      highest,
    },
  };
});

/** Number of months with salary sheets, up to last month. The sheets of last month are not paid yet. */
const SHEET_MONTHS = 3;
const SHEET_COUNT = SHEET_MONTHS * SALARY_DEPTS.length;
/** The day of the following month on which the wages of a month are paid. */
const PAY_DAY = 25;

/** Returns noon in China (04:00 UTC) of the last day of a month. `monthsAgo`: 0 for this month, 1 for last month. */
function endOfMonth(tools: Tools, now: Date, monthsAgo: number): Date {
  const [year = 0, month = 1] = tools.day(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - monthsAgo, 0, 4));
}

/**
 * Returns the employee's contribution: `rate` percent of the wage. A wage below LOWEST_WAGE counts as LOWEST_WAGE, one
 * above HIGHEST_WAGE as HIGHEST_WAGE.
 */
const contributionOf = (wage: number, rate: number): number =>
  roundToCents((Math.max(LOWEST_WAGE, Math.min(HIGHEST_WAGE, wage)) * rate) / 100);

export const monthBasicSalary = plainForm('monthBasicSalary', SHEET_COUNT, (tools, now, index) => {
  const monthsAgo = SHEET_MONTHS - Math.floor(index / SALARY_DEPTS.length);
  const deptId = SALARY_DEPTS[index % SALARY_DEPTS.length] as string;
  const monthEnd = endOfMonth(tools, now, monthsAgo);
  const isPaid = monthsAgo > 1;
  const salaryItems = demoCompany.users
    .filter((user) => user.deptId === deptId)
    .map(({ id, post }) => {
      // head of a department; 客户经理 is not one
      const isHead = post.endsWith('经理') && !post.startsWith('客户');
      const baseWage = isHead ? 6800 : tools.money(3600, 4800, 100);
      const postWage = isHead ? 4200 : tools.money(1600, 2600, 100);
      return {
        person: personnelFileIdOf(id),
        employee: id,
        post,
        staffState: '在职',
        baseWage,
        postWage,
        titleAllowance: tools.pick([0, 300, 500]),
        siteAllowance: deptId === 'dept-jy' ? 0 : tools.money(200, 900, 50),
        adjust: 0,
        absentDays: tools.chance(0.15) ? 1 : 0,
        insurance: contributionOf(baseWage, EMPLOYEE_INSURANCE_RATE),
        housingFund: contributionOf(baseWage, HOUSING_FUND_RATE),
        incomeTax: isHead ? 260 : tools.int(0, 60),
      };
    });
  return {
    by: tools.pick(['hr', 'duruoxi']),
    daysAgo: Math.floor((now.getTime() - monthEnd.getTime()) / 86_400_000),
    fields: {
      sheetNo: `GZ-${tools.day(monthEnd).slice(0, 7).replace('-', '')}-${String(index + 1).padStart(3, '0')}`,
      salaryMonth: tools.day(monthEnd).slice(0, 7),
      insuranceRate: EMPLOYEE_INSURANCE_RATE,
      fundRate: HOUSING_FUND_RATE,
      lowest: LOWEST_WAGE,
      highest: HIGHEST_WAGE,
      deptId,
      // the legal average number of paid days in a month
      workDays: 21.75,
      compiler: userByName('duruoxi').id,
      compileDate: tools.day(monthEnd, -2),
      payState: isPaid ? '已发放' : '待核对',
      ...(isPaid ? { payDate: tools.day(monthEnd, PAY_DAY), closedDate: tools.day(monthEnd, PAY_DAY) } : {}),
    },
    tables: { salaryItems },
  };
});

/** Random seed of the salary sheets: 20,270,000 plus the index of their form in `PLAIN_FORMS` (see demoRecords.ts). */
const SHEET_SEED = 20_270_012;
const roundToCents = (value: number): number => Math.round(value * 100) / 100;

/** Payslips: one for each person in each paid salary sheet. */
export const getPaid: PlainForm = {
  formKey: 'getPaid',
  records(tools, now) {
    const sheets = monthBasicSalary.records(createTools(SHEET_SEED), now);
    const closedSheets = sheets.filter(({ fieldsMap }) => fieldsMap['closedDate'] !== undefined);
    const slips = closedSheets.flatMap((sheet) =>
      (sheet.childTables['salaryItems'] ?? []).map(({ fieldsMap: item }): PlainEntry => {
        const numberOf = (key: string): number => Number(item[key] ?? 0);
        const wage = numberOf('baseWage') + numberOf('postWage');
        const absentDeduct = Math.min(roundToCents((wage / 21.75) * numberOf('absentDays')), wage);
        const grossPay = roundToCents(wage + numberOf('titleAllowance') + numberOf('siteAllowance') - absentDeduct);
        const { salaryMonth, deptId, payDate } = sheet.fieldsMap;
        return {
          by: 'hr',
          // `plainForm` adds two days, so the payslip is created on the pay day
          daysAgo: Math.round((now.getTime() - new Date(String(payDate)).getTime()) / 86_400_000) - 2,
          fields: {
            sheet: sheet.id,
            sheetNo: sheet.fieldsMap['sheetNo'],
            employee: item['employee'],
            post: item['post'],
            deptId,
            salaryMonth,
            payDate,
            baseWage: item['baseWage'],
            postWage: item['postWage'],
            titleAllowance: item['titleAllowance'],
            siteAllowance: item['siteAllowance'],
            adjust: item['adjust'],
            grossPay,
            absentDeduct,
            insurance: item['insurance'],
            housingFund: item['housingFund'],
            incomeTax: item['incomeTax'],
            netPay: roundToCents(grossPay - numberOf('insurance') - numberOf('housingFund') - numberOf('incomeTax')),
            slipKey: `${String(salaryMonth)}|${String(item['employee'])}`,
          },
        };
      }),
    );
    return plainForm('getPaid', slips.length, (_slipTools, _now, index) => slips[index] as PlainEntry).records(
      tools,
      now,
    );
  },
};

/** Days from an unsuccessful lawyer's letter to the dispute, and from the dispute to the court case. */
const DAYS_TO_DISPUTE = 20;
const DAYS_TO_CASE = 25;
/** Number of debts with a dispute: the first in `DEBTS`. */
const DISPUTED_DEBT_COUNT = 3;
const debtAt = (index: number): Debt => DEBTS[index % DEBTS.length] as Debt;
/**
 * Returns how many days ago the dispute over a debt began: DAYS_TO_DISPUTE days after the lawyer's letter. If no letter
 * was sent, 60 days ago is taken as the date of the letter.
 */
const disputeDaysAgo = (index: number): number => (letterOfDebt(index)?.daysAgo ?? 60) - DAYS_TO_DISPUTE;
const storyProjectAt = (index: number): StoryProject => STORY_PROJECTS[index] as StoryProject;

/** A court case or dispute that does not concern a debt. `daysAgo`: as in `PlainEntry`. */
interface OtherLegalRecord {
  daysAgo: number;
  fields: Record<string, unknown>;
}
/** Court cases that do not concern a debt. */
const OTHER_CASES: readonly OtherLegalRecord[] = [
  {
    daysAgo: 260,
    fields: {
      caseName: '万能试验机质量赔偿',
      caseKind: '采购合同纠纷',
      ourRole: '原告',
      caseState: '已结案',
      caseResult: '全部支持',
      opponent: '江城精测仪器有限公司',
      principal: 36_000,
      interest: 0,
      caseFacts: '所购万能试验机力值示值超差，供方拒绝退换，经法院判决退货并返还货款。',
    },
  },
  {
    daysAgo: 150,
    fields: {
      caseName: `${storyProjectAt(20).name}检测报告争议`,
      caseKind: '检测报告争议',
      ourRole: '被告',
      caseState: '已结案',
      caseResult: '调解和解',
      project: storyProjectAt(20).id,
      opponent: storyProjectAt(20).owner,
      principal: 48_000,
      interest: 0,
      caseFacts: '对方对钻芯法强度结论有异议，要求赔偿返工费，经法院主持复检后双方和解。',
    },
  },
];
/** Number of disputed debts with a court case: the first in `DEBTS`. */
const DEBT_CASE_COUNT = 2;

export const legalCaseFiling = plainForm(
  'legalCaseFiling',
  DEBT_CASE_COUNT + OTHER_CASES.length,
  (tools, now, index) => {
    const other = OTHER_CASES[index - DEBT_CASE_COUNT];
    const daysAgo = other?.daysAgo ?? disputeDaysAgo(index) - DAYS_TO_CASE;
    // filed `daysAgo` + 4 days ago: two days before the record is created (`daysAgo` + 2 days ago, see `plainForm`)
    const filingDay = new Date(now.getTime() - (daysAgo + 4) * 86_400_000);
    const year = tools.day(filingDay).slice(0, 4);
    const { deal, amountAt } = debtAt(index);
    const principal = amountAt(daysAgo);
    const debtFields = {
      caseName: `${deal.project.name}检测费追索`,
      caseKind: '检测费拖欠',
      ourRole: '原告',
      caseState: index === 0 ? '审理中' : '调解中',
      contract: deal.id,
      project: deal.project.id,
      dispute: `legalDispute-${paddedNumber(index + 1)}`,
      opponent: deal.project.owner,
      principal,
      interest: Math.round(principal * 0.06),
      caseFacts: `我司已按合同完成${deal.project.name}检测并交付报告，对方逾期未付检测费，多次书面催收无果。`,
    };
    return {
      by: tools.pick(['legal', 'yangfan']),
      daysAgo,
      fields: {
        caseNo: `FL-${year}-${paddedNumber(index + 1, 3)}`,
        filingDate: tools.day(filingDay),
        court: '江城市城中区人民法院',
        courtCaseNo: `（${year}）苏0102民初${tools.digits(4)}号`,
        handler: userByName('legal').id,
        deptId: 'dept-zh',
        lawyer: `${tools.personName()}律师`,
        ...(other ? { ...other.fields, closeDate: tools.day(filingDay, 120) } : debtFields),
      },
    };
  },
);

/** Disputes that do not concern a debt. */
const OTHER_DISPUTES: readonly OtherLegalRecord[] = [
  {
    daysAgo: 175,
    fields: {
      disputeName: `${storyProjectAt(20).name}检测报告争议`,
      disputeKind: '报告争议',
      project: storyProjectAt(20).id,
      counterparty: storyProjectAt(20).owner,
      claimAmount: 48_000,
      stage: '结案',
      result: '和解',
      gotAmount: 0,
      facts: '对方对钻芯法强度结论有异议，复检后双方和解，互不追究。',
    },
  },
  {
    daysAgo: 30,
    fields: {
      disputeName: '离职人员加班费争议',
      disputeKind: '劳动人事',
      counterparty: '原检测员',
      claimAmount: 12_600,
      stage: '仲裁',
      court: '江城市劳动人事争议仲裁委员会',
      result: '未结',
      gotAmount: 0,
      facts: '离职人员主张外检期间加班费，双方对工时记录有分歧。',
    },
  },
];

export const legalDispute = plainForm(
  'legalDispute',
  DISPUTED_DEBT_COUNT + OTHER_DISPUTES.length,
  (tools, now, index) => {
    const other = OTHER_DISPUTES[index - DISPUTED_DEBT_COUNT];
    const daysAgo = other?.daysAgo ?? disputeDaysAgo(index);
    const { deal, amountAt } = debtAt(index);
    const debtFields = {
      disputeName: `${deal.project.name}检测费纠纷`,
      disputeKind: '欠款',
      project: deal.project.id,
      letter: letterOfDebt(index)?.id ?? '',
      contract: deal.id,
      counterparty: deal.project.owner,
      claimAmount: amountAt(daysAgo),
      stage: index < DEBT_CASE_COUNT ? '一审' : '协商',
      result: '未结',
      gotAmount: 0,
      facts: `${deal.project.name}检测费已结算未付，催款与律师函均无结果。`,
    };
    return {
      by: 'legal',
      daysAgo,
      fields: {
        disputeNo: `JF-${tools.day(now, -daysAgo).slice(0, 4)}-${paddedNumber(index + 1, 3)}`,
        applicant: userByName('legal').id,
        deptId: 'dept-zh',
        ...(other?.fields ?? debtFields),
      },
      tables: {
        hearings: [
          {
            day: tools.day(now, -daysAgo),
            kind: '协商',
            content: '与对方核对事实与金额，双方各留一份会议记录。',
            people: '顾文博',
          },
          other
            ? {
                day: tools.day(now, -daysAgo + 20),
                kind: '调解',
                content: '提交书面意见与原始记录，等待对方答复。',
                people: '顾文博',
              }
            : {
                day: tools.day(now, -daysAgo + 3),
                kind: '其他',
                content: '整理合同、结算单与报告签收记录。',
                nextDay: tools.day(now, tools.int(3, 20)),
              },
        ],
      },
    };
  },
);
