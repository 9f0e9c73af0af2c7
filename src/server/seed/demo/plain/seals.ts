import { deptOf, userByName } from '../people.ts';
import type { Tools } from '../tools.ts';
import type { DemoRecord } from '../types.ts';
import { PROJECTS } from '../words.ts';
import type { PlainForm } from './plain.ts';
import { plainRecord } from './plainRecord.ts';

const DAY_MS = 86_400_000;
type Seal = readonly [no: string, name: string, type: string, unit: string, keeper: string, place: string];

const SEALS: readonly Seal[] = [
  ['YZ-JC-001', '衡准工程检测有限公司公章', 'company', 'unit-jc', 'sealer', '综合楼 201 保险柜'],
  ['YZ-JC-002', '法定代表人名章（检测）', 'legal', 'unit-jc', 'sealer', '综合楼 201 保险柜'],
  ['YZ-JC-003', '检测合同专用章', 'contract', 'unit-jc', 'sealer', '综合楼 201 保险柜'],
  ['YZ-JC-004', '检测专用章（1）', 'testing', 'unit-jc', 'xiaojing', '业务受理中心报告室'],
  ['YZ-JC-005', '检测专用章（2）', 'testing', 'unit-jc', 'xiaojing', '江北分部试验室'],
  ['YZ-JC-006', 'CMA资质认定标志章', 'cma', 'unit-jc', 'xiaojing', '业务受理中心报告室'],
  ['YZ-JC-007', '投标专用章', 'bidding', 'unit-jc', 'sealer', '综合楼 201 保险柜'],
  ['YZ-JC-008', '财务专用章（检测）', 'finance', 'unit-jc', 'maguixiang', '财务部保险柜'],
  ['YZ-JC-009', '市场经营部业务章', 'department', 'unit-jc', 'leader', '综合楼 304 室'],
  ['YZ-ZX-001', '衡准工程咨询有限公司公章', 'company', 'unit-zx', 'sealer', '咨询楼 102 保险柜'],
  ['YZ-ZX-002', '咨询合同专用章', 'contract', 'unit-zx', 'jiangyan', '咨询楼 102 保险柜'],
  ['YZ-ZX-003', '财务专用章（咨询）', 'finance', 'unit-zx', 'finance', '财务部保险柜'],
];
const FILES = ['检测报告', '检测方案', '检测服务合同', '投标函', '报价函', '工作量确认单', '结算书'];
const APPLICANTS = [
  'staff',
  'liusiyu',
  'yangfan',
  'zhengkai',
  'lizhenhua',
  'dongzhiyong',
  'huangzhiqiang',
  'weizixuan',
];
const idOf = (index: number): string => `sealImpressionInfo-${String(index + 1).padStart(4, '0')}`;
/** The record id of a seal by its number. */
export const sealIdOf = (sealNo: string): string => idOf(SEALS.findIndex(([no]) => no === sealNo));

/** The seals of the demo company and their keepers. */
function demoSeals(tools: Tools, now: Date): DemoRecord[] {
  return SEALS.map(([sealNo, sealName, sealType, unitId, keeper, keepPlace], index) => {
    const enabled = new Date(now.getTime() - tools.int(300, 3600) * DAY_MS);
    return plainRecord({
      formKey: 'sealImpressionInfo',
      index,
      createBy: userByName('sealer').id,
      createTime: tools.later(enabled, 3),
      fields: {
        sealNo,
        sealName,
        sealType,
        unitId,
        keeperId: userByName(keeper).id,
        keepPlace,
        material: tools.pick(['铜质', '光敏', '回墨']),
        enableDate: tools.day(enabled),
        sealState: sealNo === 'YZ-JC-005' ? '停用' : '在用',
        ...(sealNo === 'YZ-JC-005' ? { stopDate: tools.day(now, -40) } : {}),
        recordNo: `420100${tools.digits(7)}`,
      },
    });
  });
}

/** The daily use of the seals. */
function demoSealDetails(tools: Tools, now: Date): DemoRecord[] {
  return Array.from({ length: 48 }, (_none, index) => {
    const itemIndex = tools.int(0, SEALS.length - 1);
    const [, sealName] = SEALS[itemIndex] as Seal;
    const applicant = userByName(tools.pick(APPLICANTS));
    const day = new Date(now.getTime() - (index * 3 + 1 + tools.int(0, 2)) * DAY_MS);
    return plainRecord({
      formKey: 'sealDetails',
      index,
      createBy: userByName('sealer').id,
      createTime: tools.later(day, 1),
      fields: {
        sealId: idOf(itemIndex),
        sealIdLabel: sealName,
        fileName: `${tools.pick(PROJECTS)}${tools.pick(FILES)}`,
        applicantId: applicant.id,
        applyDeptId: deptOf(applicant).id,
        copies: tools.int(1, 8),
        sealDate: tools.day(day),
        handler: userByName('sealer').id,
        isRiding: tools.chance(0.3) ? '1' : '0',
      },
    });
  });
}

export const sealImpressionInfo: PlainForm = { formKey: 'sealImpressionInfo', records: demoSeals };

export const sealDetails: PlainForm = { formKey: 'sealDetails', records: demoSealDetails };
