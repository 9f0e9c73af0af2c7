import { demoCompany } from '../../demoCompany.ts';
import { deptOf, userByName } from '../people.ts';
import { residentNumber } from '../residentNumber.ts';
import { allPersonnelFiles, filesWithOnboardingApplication, personnelFileIdOf } from './personnelFiles.ts';
import { createTools, type Tools } from '../tools.ts';
import type { DemoRecord } from '../types.ts';
import type { PlainForm } from './plain.ts';
import { plainRecord } from './plainRecord.ts';

const DAY_MS = 86_400_000;
const POSTS = ['检测员', '现场检测员', '业务受理员', '资料员', '检测工程师', '造价工程师'];
const TESTERS = [
  'dengguoqiang',
  'hanlei',
  'fanzhigang',
  'caoweimin',
  'lizhenhua',
  'wangxueqin',
  'zhangwei',
  'dongzhiyong',
  'yuanbin',
  'huangzhiqiang',
  'linjiawei',
  'guopengfei',
  'qinlan',
  'shenzhiyuan',
  'tester',
  'tester2',
  'reviewer',
  'approver',
];
const AUTHORISED_SCOPES: readonly (readonly [scope: string, items: readonly string[]])[] = [
  ['混凝土、砂浆、水泥力学性能', ['compressive', 'flexural', 'permeability']],
  ['钢筋及连接接头力学性能', ['tensile', 'bending', 'weight']],
  ['砂、石、掺合料物理性能', ['grading', 'clay', 'crushing', 'fineness']],
  ['路基路面现场检测', ['compaction', 'deflection', 'marshall']],
  ['水泥物理性能', ['soundness', 'setting', 'fineness']],
];

/** Creates a finished record (`flwState` 3) without a running approval, as if it were older than the form's process. */
const approvedRecord = (...recordData: Parameters<typeof plainRecord>): DemoRecord => ({
  ...plainRecord(...recordData),
  flwState: '3',
});

/** Random seeds of two forms: 20,270,000 plus the index of the form in `PLAIN_FORMS` (see demoRecords.ts). */
const ONBOARDING_SEED = 20_270_015;
const EMPLOYMENT_CHANGE_SEED = 20_270_016;
const TRIAL_REASON = '试用期满，考核合格，按期转正。';

interface Values {
  readonly [key: string]: unknown;
}
const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);
const dateOf = (value: unknown): Date => new Date(`${String(value)}T02:00:00Z`);

const ONBOARDING_PAPERS = [
  '身份证复印件',
  '学历证书',
  '职称证书',
  '检测上岗证',
  '离职证明',
  '体检报告',
  '银行卡复印件',
];

/**
 * Creates one approved onboarding application (入职申请), written at least 6 days ago and 6 days before the first day of
 * work. `entryState`: whether the person has begun to work. `file`: the fields that application and personnel file have
 * in common; somebody who never joined has no personnel file, but the same fields.
 */
function onboardingApplication(tools: Tools, now: Date, index: number, entryState: string, file: Values): DemoRecord {
  const entered = dateOf(file['entryDate']);
  return approvedRecord({
    formKey: 'userEntry',
    index,
    createBy: userByName('hr').id,
    createTime: tools.later(new Date(Math.min(entered.getTime(), now.getTime()) - 6 * DAY_MS), 2),
    fields: {
      ...file,
      entryState,
      ...(entryState === '试用中' || entryState === '已转正' ? { arriveDate: file['entryDate'] } : {}),
      contractKind: '固定期限',
      mentor: userByName(tools.pick(TESTERS)).id,
      baseSalary: tools.money(5500, 12_000, 100),
      trialRatio: 80,
      papers: tools.pickSome(ONBOARDING_PAPERS, tools.int(4, 6)),
      cardCheck: '无在职档案',
    },
  });
}

/** Fields that an onboarding application shares with the personnel file created from it. */
const PERSONNEL_FILE_KEYS = [
  'employeeNo',
  'userName',
  'gender',
  'idCard',
  'phone',
  'education',
  'deptId',
  'post',
  'entryDate',
  'trialEnd',
] as const;

/**
 * Returns the onboarding applications of the people with the latest first days of work, which may be in the future, and
 * of two people who never joined. `_tools` cannot be used: reading the personnel files seeds the shared random
 * generator again, so new tools with the seed of this form are created afterwards.
 */
function demoOnboardingApplications(_tools: Tools, now: Date): DemoRecord[] {
  const files = filesWithOnboardingApplication(now);
  const tools = createTools(ONBOARDING_SEED);
  const joined = files.map(({ id, fieldsMap }, index) => {
    const state = fieldsMap['staffState'] !== '试用' ? '已转正' : fieldsMap['userId'] ? '试用中' : '待报到';
    const common = Object.fromEntries(PERSONNEL_FILE_KEYS.map((key) => [key, fieldsMap[key]]));
    return onboardingApplication(tools, now, index, state, { ...common, archive: id });
  });
  const neverJoined = [190, 420].map((daysAgo, order) => {
    const entered = daysFrom(now, -daysAgo);
    const birthday = tools.day(entered, -tools.int(23 * 365, 30 * 365));
    return onboardingApplication(tools, now, joined.length + order, '未报到', {
      // HZ1001 and HZ1002: higher than the numbers of the personnel files
      employeeNo: `HZ${1001 + order}`,
      userName: tools.personName(),
      gender: '男',
      // the sequence number is odd, because both are men
      idCard: residentNumber(birthday, 501 + order * 2),
      phone: tools.mobileNumber(),
      education: tools.pick(['大专', '本科']),
      // one of the four testing departments of the first unit
      deptId: tools.pick(demoCompany.depts.slice(8, 12)).id,
      post: '检测员',
      entryDate: tools.day(entered),
      trialEnd: tools.day(entered, 90),
    });
  });
  return [...joined, ...neverJoined];
}

/** Returns the post from which somebody was promoted to this one. */
const lowerPost = (post: string): string => (post.endsWith('工程师') ? '检测员' : post.replace(/(经理|主任)$/, '副$1'));

/** A change of employment, from which a record is created. */
interface EmploymentChange {
  date: Date;
  fields: Values;
}

/**
 * Returns the changes of employment: the ends of the 8 latest trial periods, transfers and promotions of up to 27 other
 * people (about one every 24 days), and the departure of one person 40 days ago. For `_tools`, see
 * `demoOnboardingApplications`.
 */
function demoEmploymentChanges(_tools: Tools, now: Date): DemoRecord[] {
  const files = allPersonnelFiles(now);
  const tools = createTools(EMPLOYMENT_CHANGE_SEED);
  const hr = userByName('hr');
  const filesOfConfirmedStaff = files
    .filter(({ fieldsMap }) => fieldsMap['userId'] && fieldsMap['positiveDate'])
    .toSorted((a, b) => String(b.fieldsMap['positiveDate']).localeCompare(String(a.fieldsMap['positiveDate'])));
  const currentPositionOf = ({ id, fieldsMap }: DemoRecord): Values => ({
    person: id,
    userName: fieldsMap['userName'],
    userId: fieldsMap['userId'],
    toDeptId: fieldsMap['deptId'],
    toPost: fieldsMap['post'],
  });
  const trialEnds = filesOfConfirmedStaff.slice(0, 8).map((file): EmploymentChange => ({
    date: dateOf(file.fieldsMap['positiveDate']),
    fields: {
      ...currentPositionOf(file),
      changeKind: '转正',
      fromDeptId: file.fieldsMap['deptId'],
      fromPost: `${String(file.fieldsMap['post'])}（试用）`,
      reason: TRIAL_REASON,
    },
  }));
  const transfersAndPromotions = filesOfConfirmedStaff.slice(8, 35).map((file, index): EmploymentChange => {
    const { userId, deptId, post } = file.fieldsMap;
    const isPromoted = /(经理|主任|工程师)$/.test(String(post)) && post !== '客户经理' && post !== '副总经理';
    const otherDept = tools.pick(demoCompany.depts.filter(({ id, unitId }) => id !== deptId && unitId === 'unit-jc'));
    return {
      date: daysFrom(now, -(index * 24 + tools.int(1, 20))),
      fields: {
        ...currentPositionOf(file),
        userId,
        changeKind: isPromoted ? '晋升' : tools.pick(['调岗', '调岗', '借调']),
        fromDeptId: isPromoted ? deptId : otherDept.id,
        fromPost: isPromoted ? lowerPost(String(post)) : tools.pick(POSTS),
        reason: isPromoted
          ? '岗位空缺，经竞聘择优任用。'
          : tools.pick(['因工作需要，经部门协商一致调整。', '项目高峰期人员支援。']),
      },
    };
  });
  const departures = files
    .filter(({ fieldsMap }) => fieldsMap['staffState'] === '离职')
    .map((file): EmploymentChange => {
      const { toDeptId: fromDeptId, toPost: fromPost, ...rest } = currentPositionOf(file);
      const fields = { ...rest, changeKind: '离职', fromDeptId, fromPost, reason: '个人原因提出辞职，工作已交接。' };
      return { date: daysFrom(now, -40), fields };
    });
  return [...trialEnds, ...transfersAndPromotions, ...departures]
    .toSorted((a, b) => b.date.getTime() - a.date.getTime())
    .map(({ date, fields }, index) =>
      approvedRecord({
        formKey: 'userChanges',
        index,
        createBy: hr.id,
        createTime: tools.later(new Date(date.getTime() - 3 * DAY_MS), 1),
        fields: {
          ...fields,
          changeDate: tools.day(date),
          effectState: '已生效',
          approvalNo: `衡准人〔${tools.day(date).slice(0, 4)}〕${tools.int(1, 90)}号`,
        },
      }),
    );
}

/** Returns the kind of work (授权类别) for which a person with these roles is authorised. */
function authorisedActivity(tools: Tools, roles: readonly string[]): string {
  if (roles.includes('approver')) return '授权签字人';
  if (roles.includes('reviewer')) return '报告审核';
  if (roles.includes('leader')) return tools.pick(['报告审核', '授权签字人']);
  return tools.pick(['检测操作', '现场检测', '设备操作', '抽样']);
}

/**
 * Returns the authorisations of people for kinds of tests and activities. They are valid for three years (1095 days),
 * except for three that expire soon.
 */
function demoAuthorisations(tools: Tools, now: Date): DemoRecord[] {
  const hr = userByName('hr');
  return Array.from({ length: 34 }, (_none, index) => {
    const user = userByName(TESTERS[index % TESTERS.length] as string);
    const [scope, items] = AUTHORISED_SCOPES[index % AUTHORISED_SCOPES.length] as (typeof AUTHORISED_SCOPES)[number];
    const date = new Date(now.getTime() - tools.int(30, 780) * DAY_MS);
    // the authorisations with index 5, 16 and 27 expire in 5, 16 and 27 days
    const validTo = index % 11 === 5 ? tools.day(now, index) : tools.day(date, 1095);
    return plainRecord({
      formKey: 'abilityConfirm',
      index,
      createBy: hr.id,
      createTime: tools.later(date, 4),
      fields: {
        authNo: `SQ-${tools.day(date).slice(0, 4)}-${String(index + 1).padStart(3, '0')}`,
        person: personnelFileIdOf(user.id),
        userId: user.id,
        deptId: deptOf(user).id,
        authKind: authorisedActivity(tools, user.roles),
        authItems: [...items],
        scope,
        authDate: tools.day(date),
        validTo,
        authState: tools.chance(0.9) ? '有效' : '暂停',
        basis: `上岗证 JC${tools.digits(8)}，内部考核合格`,
        confirmer: userByName('shenzhiyuan').id,
      },
    });
  });
}

export const userEntry: PlainForm = { formKey: 'userEntry', records: demoOnboardingApplications };

export const userChanges: PlainForm = { formKey: 'userChanges', records: demoEmploymentChanges };

export const abilityConfirm: PlainForm = { formKey: 'abilityConfirm', records: demoAuthorisations };
