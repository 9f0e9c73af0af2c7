import { createHash } from 'node:crypto';
import { demoCompany, type DemoUser } from '../../demoCompany.ts';
import { deptOf, userByName } from '../people.ts';
import { residentNumber } from '../residentNumber.ts';
import { createTools, type Tools } from '../tools.ts';
import type { DemoFile, DemoRecord } from '../types.ts';
import type { PlainForm } from './plain.ts';
import { plainRecord } from './plainRecord.ts';

const SCHOOLS = [
  '江城建筑大学',
  '华东土木学院',
  '中南工程大学',
  '江城职业技术学院',
  '西南交通工程学院',
  '北方工业大学',
];
const MAJORS = ['土木工程', '建筑材料', '工程检测技术', '无机非金属材料', '道路与桥梁工程', '工程管理'];
const CERTIFICATES = [
  '检测人员上岗证（建筑材料）',
  '检测人员上岗证（主体结构）',
  '检测人员上岗证（地基基础）',
  '注册土木工程师',
  '试验检测工程师',
  '特种设备检验员',
  '内审员证书',
  '安全生产考核合格证',
];
/** Usernames of the women of the company. */
const WOMEN = new Set([
  'sealer',
  'hr',
  'finance',
  'sample',
  'xuwenjuan',
  'maguixiang',
  'luxiaomei',
  'jiangyan',
  'liusiyu',
  'songyuting',
  'tangxiaolin',
  'xiaojing',
  'wangxueqin',
  'qinlan',
  'panyuhan',
  'duruoxi',
  'weizixuan',
  'reception',
  'sampler',
  'tester2',
  'reporter',
]);
/** Usernames of people on probation. They do not occur in other demo records. */
const NEWCOMERS = new Set(['ruanyifei']);

/** A future or former employee, who has a personnel file but no account. */
interface PersonWithoutAccount {
  name: string;
  isWoman: boolean;
  deptId: string;
  post: string;
  /** First day of work, in days from today; negative: in the past. */
  daysUntilEntry: number;
  state: '试用' | '离职';
}
const PEOPLE_WITHOUT_ACCOUNT: readonly PersonWithoutAccount[] = [
  { name: '孟祥宇', isWoman: false, deptId: 'dept-dj', post: '检测员', daysUntilEntry: -1, state: '试用' },
  { name: '乔雨桐', isWoman: true, deptId: 'dept-zl', post: '资料员', daysUntilEntry: 6, state: '试用' },
  { name: '秦志刚', isWoman: false, deptId: 'dept-sz', post: '检测员', daysUntilEntry: -960, state: '离职' },
];
/** Length of the probation (试用期), in days. */
const TRIAL_DAYS = 90;
/**
 * Random seed of the personnel files: 20,270,000 plus the index of `userFiles` in `PLAIN_FORMS` (see demoRecords.ts).
 */
const PERSONNEL_FILE_SEED = 20_270_014;
/** Number of personnel files with an onboarding application (入职申请): those with the latest first days of work. */
const ONBOARDING_COUNT = 24;

/**
 * Returns the rows of the sub-table `certificates` and the attachments for them: one or two certificates with a
 * validity of three years, the first with a scan. No certificates if `hasCertificates` is false. `recordId`: the id of
 * the personnel file.
 */
function certificatesOf(
  tools: Tools,
  user: Pick<DemoUser, 'name'>,
  recordId: string,
  now: Date,
  hasCertificates: boolean,
): { rows: DemoRecord['childTables'][string]; files: DemoFile[] } {
  const files: DemoFile[] = [];
  const names = hasCertificates ? tools.pickSome(CERTIFICATES, tools.int(1, 2)) : [];
  const rows = names.map((certName, itemIndex) => {
    const issued = new Date(now.getTime() - tools.int(200, 1050) * 86_400_000);
    const certNo = `JC${tools.digits(10)}`;
    const id = createHash('sha256').update(`${recordId} ${itemIndex}`).digest('hex').slice(0, 32);
    const isScanned = itemIndex === 0;
    if (isScanned)
      files.push({
        id,
        fileName: `${user.name}${certName}.pdf`,
        uploaderId: userByName('hr').id,
        title: certName,
        lines: [`姓名：${user.name}`, `证书编号：${certNo}`, `有效期至：${tools.day(issued, 1095)}`],
      });
    return {
      id: `${recordId}-c${itemIndex}`,
      fieldsMap: {
        certName,
        certNo,
        issueDate: tools.day(issued),
        validTo: tools.day(issued, 1095),
        ...(isScanned ? { certFile: id } : {}),
      },
    };
  });
  return { rows, files };
}

/**
 * Returns the fields of a person's current employment contract. Each contract has a term of three years and begins the
 * day after the end of the previous one; after ten years of service the contract is unlimited. `entered`: the first day
 * of work. `yearsOfService`: the number of full years since then.
 */
function contractOf(tools: Tools, now: Date, entered: Date, yearsOfService: number): Record<string, unknown> {
  const isUnlimited = yearsOfService >= 10;
  const contractCount = Math.max(1, Math.ceil(yearsOfService / 3));
  const start = new Date(entered.getTime() + (contractCount - 1) * 1096 * 86_400_000);
  const end = tools.day(start, 1095);
  return {
    contractKind: isUnlimited ? '无固定期限' : '固定期限',
    contractNo: `HT-RL-${tools.day(start).slice(0, 4)}-${tools.digits(3)}`,
    contractTimes: contractCount,
    contractStart: tools.day(start),
    // if the three years are over, the contract is extended to a day 5 to 75 days from today, until a new one is signed
    ...(isUnlimited ? {} : { contractEnd: end > tools.day(now) ? end : tools.day(now, tools.int(5, 75)) }),
  };
}

/** Returns the personnel files of the people with an account. */
function personnelFilesWithAccount(tools: Tools, now: Date): DemoRecord[] {
  const hr = userByName('hr');
  return demoCompany.users.map((user, index) => {
    const id = `userFiles-${String(index + 1).padStart(4, '0')}`;
    const isNew = NEWCOMERS.has(user.username);
    // days since the first day of work: less than the probation for newcomers, 2 to 14 years for others
    const days = isNew ? tools.int(20, 75) : tools.int(800, 5200);
    const entered = new Date(now.getTime() - days * 86_400_000);
    // the age on the first day of work is 22 to 34 years
    const birthday = tools.day(new Date(entered.getTime() - tools.int(22 * 365, 34 * 365) * 86_400_000));
    const isWoman = WOMEN.has(user.username);
    const isLeader = user.roles.includes('leader') || user.roles.includes('manager');
    const { rows, files } = certificatesOf(tools, user, id, now, !isNew);
    const paperState = isNew ? '未归档' : tools.chance(0.85) ? '已归档' : '部分归档';
    // every ninth person has a part-time post in addition
    const hasPartTimePost = index % 9 === 4;
    return plainRecord({
      formKey: 'userFiles',
      index,
      createBy: hr.id,
      createTime: tools.later(entered, 8),
      files,
      tables: { certificates: rows },
      fields: {
        employeeNo: `HZ${String(index + 1).padStart(4, '0')}`,
        userName: user.name,
        userId: user.id,
        gender: isWoman ? '女' : '男',
        birthday,
        idCard: residentNumber(birthday, (index + 1) * 2 + (isWoman ? 0 : 1)),
        phone: tools.mobileNumber(),
        address: `江城市${tools.pick(['江北区', '滨江区', '高新区', '城南区'])}${tools.pick(['建设路', '文昌街', '滨河大道', '科技一路'])}${tools.int(1, 280)}号`,
        emergencyContact: tools.personName(),
        emergencyPhone: tools.mobileNumber(),
        politics: tools.pick(['群众', '共青团员', '中共党员']),
        deptId: deptOf(user).id,
        post: user.post,
        staffState: isNew ? '试用' : '在职',
        entryDate: tools.day(entered),
        ...(isNew
          ? { trialEnd: tools.day(entered, TRIAL_DAYS) }
          : { trialEnd: tools.day(entered, TRIAL_DAYS), positiveDate: tools.day(entered, TRIAL_DAYS) }),
        ...(hasPartTimePost
          ? {
              partPost: tools.pick(['兼职安全员', '兼职内审员', '兼职档案员']),
              partEnd: tools.day(now, tools.int(-10, 200)),
            }
          : {}),
        sn: index + 1,
        ...contractOf(tools, now, entered, Math.floor(days / 365)),
        paperState,
        ...(paperState === '已归档'
          ? { paperPlace: `档案室 ${tools.pick(['A', 'B', 'C'])} 柜 ${tools.int(1, 6)} 层` }
          : { paperDue: tools.day(now, tools.int(-15, 45)) }),
        education: isLeader ? tools.pick(['本科', '硕士']) : tools.pick(['大专', '本科', '本科', '硕士']),
        school: tools.pick(SCHOOLS),
        major: tools.pick(MAJORS),
        titleLevel: isLeader
          ? '高级工程师'
          : isNew
            ? '无'
            : tools.pick(['助理工程师', '工程师', '工程师', '高级工程师']),
      },
    });
  });
}

/**
 * Returns the personnel files of the people without an account: two who have not reported for work yet (the first was
 * due yesterday) and one former employee.
 */
function personnelFilesWithoutAccount(tools: Tools, now: Date): DemoRecord[] {
  const hr = userByName('hr');
  return PEOPLE_WITHOUT_ACCOUNT.map(({ name, isWoman, deptId, post, daysUntilEntry, state }, order) => {
    const index = demoCompany.users.length + order;
    const entered = new Date(now.getTime() + daysUntilEntry * 86_400_000);
    // the age on the first day of work is 23 to 30 years
    const birthday = tools.day(entered, -tools.int(23 * 365, 30 * 365));
    const hasLeft = state === '离职';
    return plainRecord({
      formKey: 'userFiles',
      index,
      createBy: hr.id,
      // five days before the first day of work; five days ago if that day is in the future
      createTime: tools.later(new Date(Math.min(entered.getTime(), now.getTime()) - 5 * 86_400_000), 8),
      fields: {
        employeeNo: `HZ${String(index + 1).padStart(4, '0')}`,
        userName: name,
        gender: isWoman ? '女' : '男',
        birthday,
        idCard: residentNumber(birthday, (index + 1) * 2 + (isWoman ? 0 : 1)),
        phone: tools.mobileNumber(),
        deptId,
        post,
        staffState: state,
        entryDate: tools.day(entered),
        trialEnd: tools.day(entered, TRIAL_DAYS),
        ...(hasLeft ? { positiveDate: tools.day(entered, TRIAL_DAYS) } : {}),
        contractKind: '固定期限',
        paperState: hasLeft ? '已归档' : '未归档',
        education: tools.pick(['大专', '本科']),
      },
    });
  });
}

/** Returns those of the personnel files that have an onboarding application, the latest first day of work first. */
const withOnboardingApplication = (files: readonly DemoRecord[]): DemoRecord[] =>
  files
    .toSorted((a, b) => String(b.fieldsMap['entryDate']).localeCompare(String(a.fieldsMap['entryDate'])))
    .slice(0, ONBOARDING_COUNT);

/**
 * Returns the personnel files of the demo company, with the id of the onboarding application in the field `entry` if
 * there is one. Tools with the same seed and the same `now` yield the same files.
 */
function demoPersonnelFiles(tools: Tools, now: Date): DemoRecord[] {
  const files = [...personnelFilesWithAccount(tools, now), ...personnelFilesWithoutAccount(tools, now)];
  const applicationIdsByFile = new Map(
    withOnboardingApplication(files).map(({ id }, index) => [id, onboardingApplicationId(index)]),
  );
  return files.map((file) => {
    const entry = applicationIdsByFile.get(file.id);
    return entry === undefined ? file : { ...file, fieldsMap: { ...file.fieldsMap, entry } };
  });
}

/** Returns the record id of the onboarding application with this index. */
export const onboardingApplicationId = (index: number): string => `userEntry-${String(index + 1).padStart(4, '0')}`;

/**
 * Returns all personnel files. Creates new tools, which seeds the shared random generator again: tools that were
 * created before must not be used afterwards.
 */
export const allPersonnelFiles = (now: Date): DemoRecord[] => demoPersonnelFiles(createTools(PERSONNEL_FILE_SEED), now);

/**
 * Returns the personnel files that have an onboarding application, the latest first day of work first. Seeds the random
 * generator again, like `allPersonnelFiles`.
 */
export const filesWithOnboardingApplication = (now: Date): DemoRecord[] =>
  withOnboardingApplication(allPersonnelFiles(now));

/** Returns the id of the personnel file of an account. */
export const personnelFileIdOf = (userId: string): string =>
  `userFiles-${String(demoCompany.users.findIndex(({ id }) => id === userId) + 1).padStart(4, '0')}`;

export const userFiles: PlainForm = { formKey: 'userFiles', records: demoPersonnelFiles };
