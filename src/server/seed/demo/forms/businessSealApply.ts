import { leaderNode, managerNode, sealerNode } from '../nodes.ts';
import { unitOf } from '../people.ts';
import type { Tools } from '../tools.ts';
import { idOfSealInUse, availableSealType } from '../sealList.ts';
import type { DemoForm } from '../types.ts';
import { projectNamed } from '../story.ts';
import { TESTING_DOMAINS, OWNERS, PROJECTS } from '../words.ts';

interface Matter {
  title: string;
  reason: string;
  receiver: string;
  files: [name: string, fileType: string, sealType: string, copies: number][];
  money?: number;
}

/** Returns a random matter for which the demo company stamps documents. */
function matterOf(tools: Tools, project: string): Matter {
  const [, domain] = tools.pick(TESTING_DOMAINS);
  const owner = tools.pick(OWNERS);
  const copies = tools.int(2, 4);
  const volumes = tools.int(1, 4);
  return tools.pick<() => Matter>([
    () => ({
      title: `${project}${domain}检测报告用印`,
      receiver: owner,
      reason: `${domain}检测已完成，报告经编制、审核、批准，申请加盖检测专用章和CMA章，一式${copies + 1}份，报送委托方${copies}份、存档1份。`,
      files: Array.from({ length: volumes }, (_none, itemIndex) => [
        `${project}${domain}检测报告${volumes > 1 ? `（第${itemIndex + 1}册）` : ''}`,
        'report',
        itemIndex % 2 === 0 ? 'testing' : 'cma',
        copies + 1,
      ]),
    }),
    () => ({
      title: `${project}${domain}检测方案用印`,
      receiver: owner,
      reason: `${domain}检测方案已经技术负责人审批，申请盖章后报监理及建设单位。`,
      files: [
        [`${project}${domain}检测方案`, 'plan', 'company', copies],
        [`${project}检测人员及设备一览表`, 'qualification', 'testing', copies],
      ],
    }),
    () => ({
      title: `${project}检测服务投标文件用印`,
      receiver: owner,
      money: tools.money(200_000, 3_000_000, 1000),
      reason: '投标文件已经评审，申请加盖投标专用章及法定代表人名章，正本1份、副本4份。',
      files: [
        ['投标函及投标函附录', 'bidding', 'bidding', 5],
        ['法定代表人授权委托书', 'authorization', 'legal', 5],
        ['商务标文件', 'bidding', 'bidding', 5],
        ['技术标文件', 'bidding', 'bidding', 5],
      ],
    }),
    () => ({
      title: `${project}检测费报价函用印`,
      receiver: owner,
      money: tools.money(30_000, 400_000, 500),
      reason: '应建设单位询价，按收费标准编制报价函，申请盖章后送达。',
      files: [[`${project}检测费报价函`, 'quotation', 'company', 2]],
    }),
    () => ({
      title: `${project}检测费结算资料用印`,
      receiver: owner,
      money: tools.money(80_000, 900_000, 100),
      reason: '检测工作量已经双方确认，申请在结算书及工作量确认单上盖章。',
      files: [
        ['检测费结算书', 'settlement', 'company', 4],
        ['检测工作量确认单', 'settlement', 'department', 4],
        ['开票信息说明', 'statement', 'finance', 1],
      ],
    }),
    () => ({
      title: `关于${project}检测进度的函用印`,
      receiver: owner,
      reason: '因现场施工进度调整，须致函建设单位说明检测计划变更情况。',
      files: [[`关于${project}检测进度调整的函`, 'letter', 'company', 3]],
    }),
    () => ({
      title: '资质证书复印件用印',
      receiver: '江城住房和城乡建设局',
      reason: '办理外出检测备案，需提供资质证书、营业执照及人员证书复印件并加盖公章。',
      files: [
        ['检测机构资质证书复印件', 'qualification', 'company', 3],
        ['营业执照复印件', 'qualification', 'company', 3],
        ['检测人员上岗证书复印件', 'qualification', 'company', 3],
      ],
    }),
  ])();
}

function lendingFields(tools: Tools, date: Date, isLent: boolean): Record<string, unknown> {
  if (!isLent) return {};
  return {
    lendPeriod: [tools.day(date, 1), tools.day(date, 2)],
    lendPlace: tools.pick(['江城公共资源交易中心开标室', '建设单位项目部会议室', '行政审批服务中心窗口']),
    lendSupervisor: 'u-yangfan',
  };
}

/**
 * Returns the total number of copies, computed as in the form's field 审批总份数: the sum of the approved numbers, or of
 * the requested number in each row without an approved one.
 */
const copiesOf = (rows: readonly Record<string, unknown>[] = []): number =>
  rows.reduce((sum, row) => sum + Number(row.approvedCopies ?? row.copies), 0);

export const businessSealApply: DemoForm = {
  formKey: 'businessSealApply',
  applyNode: { id: 'apply', name: '提交申请' },
  applicants: [
    'staff',
    'liusiyu',
    'yangfan',
    'zhengkai',
    'lizhenhua',
    'dongzhiyong',
    'huangzhiqiang',
    'guopengfei',
    'xiaojing',
    'weizixuan',
  ],
  apply(tools, applicant, date) {
    const project = tools.pick(PROJECTS);
    const matter = matterOf(tools, project);
    const isLent = tools.chance(0.1);
    return {
      fields: {
        applicantId: applicant.id,
        applyDeptId: applicant.deptId,
        applyUnitId: unitOf(applicant),
        applyDate: tools.day(date),
        phone: tools.mobileNumber(),
        urgency: tools.chance(0.75) ? '1' : tools.pick(['2', '3']),
        useWay: isLent ? 'lend' : tools.chance(0.9) ? 'onsite' : 'electronic',
        sealTitle: matter.title,
        receiver: matter.receiver,
        project: projectNamed(project)?.id,
        projectName: project,
        involveMoney: matter.money ? '1' : '0',
        ...(matter.money ? { contractAmount: matter.money, counterparty: matter.receiver } : {}),
        sealReason: matter.reason,
        ...lendingFields(tools, date, isLent),
      },
      tables: {
        sealFiles: matter.files.map(([fileName, fileType, sealType, copies]) => ({
          fileName,
          fileType,
          sealType: availableSealType(unitOf(applicant), sealType),
          copies,
          isRiding: fileType === 'report' || fileType === 'bidding' ? '1' : '0',
          remark: tools.chance(0.15) ? tools.pick(['双面打印', '加盖骑缝章后胶装', '扫描件发委托方邮箱']) : '',
        })),
      },
    };
  },
  nodes: [
    leaderNode({
      returnOpinions: [
        '请补充用印事由，说明文件报送单位。',
        '份数与合同约定不符，请核对后重新提交。',
        '请上传报告批准页扫描件。',
      ],
      fill({ fields, tables }, tools) {
        fields.deptOpinion = tools.pick(['同意用印。', '内容已核对，同意用印。', '同意，用印后及时存档。']);
        for (const row of tables.sealFiles ?? [])
          row.approvedCopies = Math.max(1, Number(row.copies) - (tools.chance(0.1) ? 1 : 0));
      },
    }),
    managerNode(
      ({ fields, tables }) =>
        !(copiesOf(tables.sealFiles) > 10 || Number(fields.contractAmount ?? 0) >= 500_000 || fields.useWay === 'lend'),
    ),
    sealerNode({
      fill({ fields, tables }, tools, date) {
        fields.registerNo = `YY-${tools.day(date).slice(0, 4)}-${tools.digits(4)}`;
        fields.finishDate = tools.day(date);
        if (fields.useWay === 'lend') fields.returnDate = tools.day(date, 1);
        for (const row of tables.sealFiles ?? [])
          Object.assign(row, {
            seal: idOfSealInUse(String(fields.applyUnitId), String(row.sealType)),
            actualCopies: row.approvedCopies,
            sealDate: tools.day(date),
            sealHandler: 'u-sealer',
          });
      },
    }),
  ],
};
