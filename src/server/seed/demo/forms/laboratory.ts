import {
  clientOf,
  UNFINISHED_REPORT_COUNT,
  orderId,
  SAMPLES_WITH_FINISHED_RECORD,
  recordId,
  taskId,
  TESTED_SAMPLES,
  SAMPLES_UNDER_TEST,
  type LabSample,
} from '../labStory.ts';
import { userIdsWithRole } from '../people.ts';
import { TESTING_MACHINES } from '../plain/devices.ts';
import { sealIdByNo } from '../plain/seals.ts';
import { paddedNumber } from '../story.ts';
import type { Tools } from '../tools.ts';
import type { DemoForm, DemoNode, PlannedRecord } from '../types.ts';
import { APPROVAL_OPINIONS } from '../words.ts';

/** A step of a process that the users with this role decide. */
const roleNode = (id: string, name: string, role: string, overrides: Partial<DemoNode> = {}): DemoNode => ({
  id,
  name,
  holders: () => userIdsWithRole(role),
  opinions: APPROVAL_OPINIONS,
  ...overrides,
});
const sampleAt = (list: readonly LabSample[], index: number): LabSample => list[index % list.length] as LabSample;

export const testRecord: DemoForm = {
  formKey: 'testRecord',
  // A finished record began five days after its sample was registered. The records of the samples under test began four
  // days ago and are unfinished: three are running, one is returned, the others are drafts.
  plan: [
    ...SAMPLES_WITH_FINISHED_RECORD.map(({ daysAgo }): PlannedRecord => ({ outcome: '3', daysAgo: daysAgo - 5 })),
    ...SAMPLES_UNDER_TEST.map((_sample, sampleIndex): PlannedRecord => ({
      outcome: sampleIndex < 3 ? '1' : sampleIndex === 3 ? '2' : '0',
      daysAgo: 4,
    })),
  ],
  applyNode: { id: 'apply', name: '提交记录' },
  applicants: ['tester', 'tester2'],
  applicantOf: (index) =>
    (SAMPLES_WITH_FINISHED_RECORD[index] ?? sampleAt(SAMPLES_UNDER_TEST, index - SAMPLES_WITH_FINISHED_RECORD.length))
      .tester,
  apply(tools, applicant, date, index) {
    const sample =
      SAMPLES_WITH_FINISHED_RECORD[index] ?? sampleAt(SAMPLES_UNDER_TEST, index - SAMPLES_WITH_FINISHED_RECORD.length);
    const { specimens, isTensile, sideOrDiameter, requiredStrength, isPassed } = sample;
    const [first, second, third, fourth] = TESTING_MACHINES;
    return {
      fields: {
        recordNo: `JL-${tools.day(date).slice(0, 7).replace('-', '')}-${paddedNumber(index + 1)}`,
        task: taskId(sample),
        sample: sample.id,
        sampleName: sample.kind.name,
        item: `itemConfig-${paddedNumber(sample.priceListNumber)}`,
        tester: applicant.id,
        testDate: tools.day(date),
        // the first and third machine pull bars, the second and fourth press cubes; device ids are numbered from 1
        device: `deviceList-${paddedNumber(((isTensile ? [first, third] : [second, fourth])[index % 2] ?? 0) + 1)}`,
        temperature: 20 + (index % 4),
        humidity: 52 + (index % 9),
        sampleOk: '符合要求',
        judgeWay: '不小于',
        valueUnit: 'MPa',
        places: 1,
        limitValue: requiredStrength,
        conclusion: isPassed ? '合格' : '不合格',
        ...(isPassed ? {} : { deviation: '平均值低于标准要求值，已通知委托方并建议加倍取样复检。' }),
      },
      tables: {
        values: specimens.map(({ load, strength }, specimen) => ({
          specimenNo: `${sample.sampleNo}-${specimen + 1}`,
          ...(isTensile ? { measured: strength } : { length: sideOrDiameter, width: sideOrDiameter }),
          load,
          shape: isTensile ? '颈缩断裂' : '四角锥形破坏',
        })),
      },
    };
  },
  nodes: [
    roleNode('review', '记录复核', 'reviewer', {
      opinions: ['原始数据与曲线一致。', '记录完整，计算无误。'],
      returnOpinions: ['试件尺寸未实测，请补充。'],
      fill({ fields }) {
        fields.reviewNote = '数据真实、计算正确。';
      },
    }),
  ],
};

const FIRST_UNFINISHED_REPORT_INDEX = TESTED_SAMPLES.length - UNFINISHED_REPORT_COUNT;

/**
 * Finished modifications: the index of the report that each of them voided, and the age of the application in days. The
 * reports are every sixth one, beginning 60 before the first unfinished report. The applications were made every 20
 * days, the last one 40 days ago.
 */
const FINISHED_MODIFICATIONS: readonly { reportIndex: number; daysAgo: number }[] = [0, 1, 2, 3, 4].map((index) => ({
  reportIndex: FIRST_UNFINISHED_REPORT_INDEX - 60 + index * 6,
  daysAgo: 120 - index * 20,
}));
/** Days from the application for a modification to the new report. */
const DAYS_TO_REISSUE = 6;
/**
 * Returns the modification that caused the report with this index; undefined for the first report of a sample. In the
 * list, the reissued reports follow the first reports of all samples.
 */
const modificationOf = (index: number): (typeof FINISHED_MODIFICATIONS)[number] | undefined =>
  FINISHED_MODIFICATIONS[index - TESTED_SAMPLES.length];
/** Returns the age of a finished report in days: it begins seven days after its sample was registered. */
const finishedReportDaysAgo = (index: number): number => (TESTED_SAMPLES[index] as LabSample).daysAgo - 7;
/**
 * Returns the number of the finished report with this index; it contains the year in which the report began. `date` and
 * `daysAgo` give the same day, any day whose age is known: `date` is `daysAgo` days before today.
 */
const finishedReportNo = (tools: Tools, date: Date, daysAgo: number, index: number): string =>
  `BG-${tools.day(date, daysAgo - finishedReportDaysAgo(index)).slice(0, 4)}-${paddedNumber(index + 1, 5)}`;

/** Returns the values of a reissued report that differ from the report that it replaces. */
function reissuedValues(tools: Tools, date: Date, index: number): Record<string, unknown> {
  const modification = modificationOf(index);
  if (!modification) return {};
  const { reportIndex, daysAgo } = modification;
  const change = changeAt(index - TESTED_SAMPLES.length, sampleAt(TESTED_SAMPLES, reportIndex));
  return {
    reportNo: `${finishedReportNo(tools, date, daysAgo - DAYS_TO_REISSUE, reportIndex)}-G1`,
    replaces: `reportData-${paddedNumber(reportIndex + 1)}`,
    ...(change.modifyKind === '委托信息' ? { projectName: change.after } : {}),
  };
}

export const reportData: DemoForm = {
  formKey: 'reportData',
  // The reports of the last tested samples are unfinished: running, then one returned and one draft. An unfinished
  // report is at most 30 days old, so that it does not seem abandoned. The reissued reports, all finished, follow.
  plan: [
    ...TESTED_SAMPLES.map(({ daysAgo }, index): PlannedRecord => {
      if (index < FIRST_UNFINISHED_REPORT_INDEX)
        return {
          outcome: '3',
          daysAgo: daysAgo - 7,
          ...(FINISHED_MODIFICATIONS.some(({ reportIndex }) => reportIndex === index) ? { isVoided: true } : {}),
        };
      return {
        outcome: index === TESTED_SAMPLES.length - 1 ? '0' : index === TESTED_SAMPLES.length - 2 ? '2' : '1',
        daysAgo: Math.min(30, daysAgo - 7),
      };
    }),
    ...FINISHED_MODIFICATIONS.map(({ daysAgo }): PlannedRecord => ({
      outcome: '3',
      daysAgo: daysAgo - DAYS_TO_REISSUE,
    })),
  ],
  applyNode: { id: 'apply', name: '报告编制' },
  applicants: ['reporter', 'xiaojing', 'tester'],
  apply(tools, _applicant, date, index) {
    const sample = sampleAt(TESTED_SAMPLES, modificationOf(index)?.reportIndex ?? index);
    const { kind, isPassed, meanStrength, requiredStrength, project } = sample;
    return {
      fields: {
        reportNo: `BG-${tools.day(date).slice(0, 4)}-${paddedNumber(index + 1, 5)}`,
        entrust: orderId(sample.order),
        reportName: `${kind.name}检测报告`,
        reportKind: '单份',
        clientName: clientOf(sample.order),
        projectName: project.name,
        project: project.id,
        sample: sample.id,
        sampleName: kind.name,
        spec: sample.spec,
        task: taskId(sample),
        record: recordId(sample),
        // two days before the report; for the first report of a finished sample this is the date of the test record
        testDate: tools.day(date, -2),
        basis: kind.standard,
        conclusion: isPassed ? 'pass' : 'fail',
        copies: 3,
        conclusionText: isPassed
          ? `所检样品符合 ${sample.grade} 的要求。`
          : `所检样品不符合 ${sample.grade} 的要求，建议加倍取样复检。`,
        ...reissuedValues(tools, date, index),
      },
      tables: {
        items: [
          {
            itemName: kind.items[0] === 'tensile' ? '抗拉强度' : '抗压强度',
            requirement: `不小于 ${requiredStrength}`,
            result: meanStrength.toFixed(1),
            unit: 'MPa',
            verdict: isPassed ? '合格' : '不合格',
          },
        ],
      },
    };
  },
  nodes: [
    roleNode('check', '报告校核', 'reviewer', {
      returnOpinions: ['检测依据年号有误，请更正。'],
      fill({ fields }) {
        fields.checkNote = '数据与原始记录一致。';
      },
    }),
    roleNode('audit', '报告审核', 'techLead', {
      fill({ fields }) {
        fields.auditNote = '结论与标准要求一致。';
      },
    }),
    roleNode('ratify', '报告批准', 'approver', {
      fill({ fields }) {
        fields.ratifyNote = '同意签发。';
      },
    }),
    roleNode('issue', '报告签发', 'reportClerk', {
      opinions: ['已签发。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, { issueDate: tools.day(date), checkCode: tools.digits(12) });
      },
    }),
    roleNode('seal', '打印盖章', 'sealer', {
      opinions: ['已打印盖章。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, {
          sealKinds: ['检测专用章', '资质认定标志章', '骑缝章'],
          printCopies: 3,
          seal: sealIdByNo('YZ-JC-004'),
          cmaSeal: sealIdByNo('YZ-JC-006'),
          sealDate: tools.day(date),
        });
      },
    }),
    roleNode('sign', '报告签收', 'reception', {
      opinions: ['已发放。', '委托方已签收。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, {
          signer: tools.personName(),
          signPhone: tools.mobileNumber(),
          signDate: tools.day(date),
          signWay: tools.pick(['自取', '自取', '邮寄', '电子报告']),
        });
      },
    }),
  ],
};

/** For each modification: kind, reason, changed place of the report, text before and text after the change. */
const CHANGES = [
  ['委托信息', '工程名称缺少标段号，委托方来函申请更正。', '工程名称', '', ''],
  ['样品信息', '使用部位填写有误，见证人员确认后更正。', '使用部位', '二层柱', '三层柱'],
  ['检测数据', '原始记录誊写错误，经复核更正。', '第 2 组抗压强度', '38.6 MPa', '36.8 MPa'],
  ['其他', '附图编号与正文不一致。', '附图', '图 2', '图 3'],
] as const;

/** Returns the change that the modification with this index makes to a report of this sample. */
function changeAt(index: number, { project }: LabSample) {
  const [modifyKind, modifyReason, place, before, after] = CHANGES[index % CHANGES.length] as (typeof CHANGES)[number];
  return modifyKind === '委托信息'
    ? { modifyKind, modifyReason, place, before: project.name, after: `${project.name}（一标段）` }
    : { modifyKind, modifyReason, place, before, after };
}

/** Returns the age of a modification in days; unfinished ones are 13 to 17 days old. */
const modificationDaysAgo = (index: number): number => FINISHED_MODIFICATIONS[index]?.daysAgo ?? 8 + index;

export const reportModify: DemoForm = {
  formKey: 'reportModify',
  plan: (['3', '3', '3', '3', '3', '1', '1', '1', '2', '0'] as const).map((outcome, index): PlannedRecord => ({
    outcome,
    daysAgo: modificationDaysAgo(index),
  })),
  applyNode: { id: 'apply', name: '提交申请' },
  applicants: ['reporter', 'xiaojing'],
  apply(tools, applicant, date, index) {
    // an unfinished modification belongs to a younger finished report that no finished modification voided
    const report = FINISHED_MODIFICATIONS[index]?.reportIndex ?? FIRST_UNFINISHED_REPORT_INDEX - 20 + index;
    const sample = sampleAt(TESTED_SAMPLES, report);
    const { modifyKind, modifyReason, place, before, after } = changeAt(index, sample);
    return {
      fields: {
        modifyNo: `BGXG-${tools.day(date).slice(0, 4)}-${paddedNumber(index + 1)}`,
        report: `reportData-${paddedNumber(report + 1)}`,
        reportName: `${sample.kind.name}检测报告`,
        clientName: clientOf(sample.order),
        entrust: orderId(sample.order),
        modifyDate: tools.day(date),
        modifierId: applicant.id,
        modifyKind,
        handling: index % 3 === 2 ? '作废重发' : '更正后换发',
        modifyReason,
        reportNo: finishedReportNo(tools, date, modificationDaysAgo(index), report),
        ...(modifyKind === '委托信息' ? { newProjectName: after } : {}),
      },
      tables: { items: [{ place, before, after }] },
    };
  },
  nodes: [
    roleNode('check', '修改校核', 'reviewer', {
      returnOpinions: ['请附委托方更正函。'],
      fill({ fields }) {
        fields.checkNote = '修改依据充分。';
      },
    }),
    roleNode('ratify', '修改批准', 'approver'),
    roleNode('handle', '重新出具', 'reportClerk', {
      opinions: ['已换发新报告。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, {
          newReportNo: `${String(fields.reportNo)}-G1`,
          originalsBack: '已收回',
          doneDate: tools.day(date),
        });
      },
    }),
  ],
};
