import { demoCompany } from '../../demoCompany.ts';
import { deptOf, userByName } from '../people.ts';
import { residentNumber } from '../residentNumber.ts';
import type { Tools } from '../tools.ts';
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
];
const SCOPES: readonly (readonly [scope: string, items: readonly string[]])[] = [
  ['混凝土、砂浆、水泥力学性能', ['compressive', 'flexural', 'permeability']],
  ['钢筋及连接接头力学性能', ['tensile', 'bending', 'weight']],
  ['砂、石、掺合料物理性能', ['grading', 'clay', 'crushing', 'fineness']],
  ['路基路面现场检测', ['compaction', 'deflection', 'marshall']],
  ['水泥物理性能', ['soundness', 'setting', 'fineness']],
];

/** Creates a record that is older than the approval of its form: it counts as finished. */
const approvedRecord = (...given: Parameters<typeof plainRecord>): DemoRecord => ({
  ...plainRecord(...given),
  flwState: '3',
});

/** The personnel file of an account. */
const fileOf = (userId: string): string =>
  `userFiles-${String(demoCompany.users.findIndex(({ id }) => id === userId) + 1).padStart(4, '0')}`;

/** Onboarding records of the people who joined in the last two years. */
function demoEntries(tools: Tools, now: Date): DemoRecord[] {
  const hr = userByName('hr');
  return Array.from({ length: 26 }, (_none, index) => {
    const entered = new Date(now.getTime() - (index * 27 + tools.int(0, 20) - 12) * DAY_MS);
    const isAhead = entered.getTime() > now.getTime();
    const isTrial = !isAhead && now.getTime() - entered.getTime() < 90 * DAY_MS;
    const baseSalary = tools.money(5500, 12_000, 100);
    const birthday = tools.day(new Date(entered.getTime() - tools.int(22 * 365, 40 * 365) * DAY_MS));
    return approvedRecord({
      formKey: 'userEntry',
      index,
      createBy: hr.id,
      createTime: tools.later(new Date(Math.min(entered.getTime(), now.getTime()) - 6 * DAY_MS), 2),
      fields: {
        // greater than the numbers of the personnel files
        employeeNo: `HZ${1001 + index}`,
        userName: tools.person(),
        gender: index % 2 === 0 ? '女' : '男',
        idCard: residentNumber(birthday, index + 100),
        phone: tools.mobile(),
        education: tools.pick(['大专', '本科', '硕士']),
        entryState: isAhead ? '待报到' : isTrial ? '试用中' : tools.chance(0.92) ? '已转正' : '未报到',
        deptId: tools.pick(demoCompany.depts.slice(4)).id,
        post: tools.pick(POSTS),
        entryDate: tools.day(entered),
        contractKind: '固定期限',
        trialEnd: tools.day(entered, 90),
        mentor: userByName(tools.pick(TESTERS)).id,
        baseSalary,
        trialRatio: 80,
        papers: tools.some(
          ['身份证复印件', '学历证书', '职称证书', '检测上岗证', '离职证明', '体检报告', '银行卡复印件'],
          tools.int(4, 6),
        ),
      },
    });
  });
}

/** Changes of employment: ends of trial periods, new departments and posts. */
function demoChanges(tools: Tools, now: Date): DemoRecord[] {
  const hr = userByName('hr');
  return Array.from({ length: 36 }, (_none, index) => {
    const user = tools.pick(demoCompany.users);
    const date = new Date(now.getTime() - (index * 21 + tools.int(0, 18)) * DAY_MS);
    const kind = tools.pick(['转正', '调岗', '调岗', '晋升', '借调']);
    const from = kind === '调岗' || kind === '借调' ? tools.pick(demoCompany.depts).id : deptOf(user).id;
    return approvedRecord({
      formKey: 'userChanges',
      index,
      createBy: hr.id,
      createTime: tools.later(new Date(date.getTime() - 3 * DAY_MS), 1),
      fields: {
        person: fileOf(user.id),
        userId: user.id,
        changeKind: kind,
        changeDate: tools.day(date),
        fromDeptId: from,
        fromPost: kind === '转正' ? `${user.post}（试用）` : tools.pick(POSTS),
        toDeptId: deptOf(user).id,
        toPost: user.post,
        reason:
          kind === '转正'
            ? '试用期满，考核合格，按期转正。'
            : tools.pick(['因工作需要，经部门协商一致调整。', '岗位空缺，经竞聘择优任用。', '项目高峰期人员支援。']),
        approvalNo: `衡准人〔${tools.day(date).slice(0, 4)}〕${tools.int(1, 90)}号`,
      },
    });
  });
}

/** The tests that each person may perform, review and sign. */
function demoAuthorisations(tools: Tools, now: Date): DemoRecord[] {
  const hr = userByName('hr');
  return Array.from({ length: 34 }, (_none, index) => {
    const user = userByName(TESTERS[index % TESTERS.length] as string);
    const [scope, items] = SCOPES[index % SCOPES.length] as (typeof SCOPES)[number];
    const date = new Date(now.getTime() - tools.int(30, 1000) * DAY_MS);
    // some expire soon
    const validTo = index % 11 === 5 ? tools.day(now, index) : tools.day(date, 1095);
    return plainRecord({
      formKey: 'abilityConfirm',
      index,
      createBy: hr.id,
      createTime: tools.later(date, 4),
      fields: {
        authNo: `SQ-${tools.day(date).slice(0, 4)}-${String(index + 1).padStart(3, '0')}`,
        person: fileOf(user.id),
        userId: user.id,
        deptId: deptOf(user).id,
        authKind: user.roles.includes('leader')
          ? tools.pick(['报告审核', '授权签字人'])
          : tools.pick(['检测操作', '现场检测', '设备操作', '抽样']),
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

export const userEntry: PlainForm = { formKey: 'userEntry', records: demoEntries };

export const userChanges: PlainForm = { formKey: 'userChanges', records: demoChanges };

export const abilityConfirm: PlainForm = { formKey: 'abilityConfirm', records: demoAuthorisations };
