import { createHash } from 'node:crypto';
import { deptOf, userByName } from '../people.ts';
import { STORY_PROJECTS } from '../story.ts';
import type { Tools } from '../tools.ts';
import type { DemoFile, DemoRecord } from '../types.ts';
import { plainForm, type PlainForm } from './plain.ts';
import { plainRecord } from './plainRecord.ts';

const DAY_MS = 86_400_000;
/**
 * A version of a controlled file. `keeper`: username of its author. `daysAgo`: days from its publication to today.
 * `replaces`: index in `FILES` of the version that it replaces.
 */
type ControlledFile = readonly [
  no: string,
  name: string,
  category: string,
  version: string,
  state: string,
  keeper: string,
  daysAgo: number,
  copies: readonly [issued: number, returned: number],
  replaces?: number,
];

const FILES: readonly ControlledFile[] = [
  ['HZ-SC-01', '质量手册', '质量手册', '2022 版', '作废', 'songyuting', 1210, [16, 16]],
  ['HZ-CX-07', '样品管理程序', '程序文件', '第 1 版', '作废', 'songyuting', 1190, [12, 12]],
  ['HZ-CX-03', '文件控制程序', '程序文件', '第 2 版', '有效', 'songyuting', 640, [12, 0]],
  ['HZ-CX-12', '设备管理程序', '程序文件', '第 2 版', '有效', 'xiehaoran', 610, [12, 1]],
  ['HZ-CX-18', '记录控制程序', '程序文件', '第 2 版', '有效', 'songyuting', 600, [12, 0]],
  ['HZ-ZY-011', '混凝土抗压强度试验作业指导书', '作业指导书', '第 3 版', '有效', 'lizhenhua', 420, [6, 0]],
  ['HZ-ZY-024', '回弹法检测混凝土强度作业指导书', '作业指导书', '第 2 版', '有效', 'dongzhiyong', 415, [8, 0]],
  ['HZ-BG-036', '混凝土抗压强度试验原始记录', '记录表格', '第 3 版', '有效', 'lizhenhua', 410, [6, 0]],
  ['GB/T 50081-2019', '混凝土物理力学性能试验方法标准', '标准规范', '2019 版', '有效', 'songyuting', 700, [4, 0]],
  ['HZ-GL-05', '印章管理制度', '管理制度', '2024 版', '有效', 'gaojianping', 520, [15, 0]],
  ['HZ-GL-08', '费用报销管理制度', '管理制度', '2024 版', '有效', 'maguixiang', 500, [15, 0]],
  ['HZ-SC-01', '质量手册', '质量手册', '2025 版', '有效', 'songyuting', 330, [16, 0], 0],
  ['HZ-CX-07', '样品管理程序', '程序文件', '第 2 版', '有效', 'songyuting', 320, [12, 0], 1],
  ['HZ-ZY-024', '回弹法检测混凝土强度作业指导书', '作业指导书', '第 3 版', '修订中', 'dongzhiyong', 8, [0, 0], 6],
];
const fileIdAt = (index: number): string => `fileCentre-${String(index + 1).padStart(4, '0')}`;

function attachmentOf(recordId: string, [no, name, , version, , keeper]: ControlledFile): DemoFile {
  return {
    id: createHash('sha256').update(recordId).digest('hex').slice(0, 32),
    fileName: `${name}（${version}）.pdf`,
    uploaderId: userByName(keeper).id,
    title: name,
    lines: [`文件编号：${no}`, `版本：${version}`],
  };
}

/**
 * Returns the controlled files of the demo company, with the versions that they replaced. A file is entered one day
 * before its publication and takes effect 15 days after it. Its review is due in 20 days plus 25 days per index, so
 * that the review dates differ; a void file has none.
 */
function demoFiles(tools: Tools, now: Date): DemoRecord[] {
  return FILES.map((file, index) => {
    const [fileNo, fileName, category, version, fileState, keeper, daysAgo, [issued, returned], replaces] = file;
    const published = new Date(now.getTime() - daysAgo * DAY_MS);
    const author = userByName(keeper);
    const attachment = attachmentOf(fileIdAt(index), file);
    return plainRecord({
      formKey: 'fileCentre',
      index,
      createBy: author.id,
      createTime: tools.later(new Date(published.getTime() - DAY_MS), 2),
      files: [attachment],
      fields: {
        fileNo,
        fileName,
        category,
        version,
        replaces: replaces === undefined ? undefined : fileIdAt(replaces),
        fileState,
        enteredOn: tools.day(published, -1),
        deptId: deptOf(author).id,
        author: author.id,
        secrecy: '内部',
        files: attachment.id,
        approver: userByName('shenzhiyuan').id,
        publishDate: tools.day(published),
        effectiveDate: tools.day(published, 15),
        reviewDate: fileState === '作废' ? undefined : tools.day(now, 20 + index * 25),
        isControlled: '1',
        issuedCopies: issued,
        returnedCopies: returned,
      },
    });
  });
}

type Camera = readonly [name: string, site: string, place: string, kind: string, state: string, keeper: string];

const CAMERAS: readonly Camera[] = [
  ['力学室万能试验机全景', '检测室', '检测楼 1 层 101 东墙', '全景', '在线', 'lizhenhua'],
  ['水泥室操作台', '检测室', '检测楼 1 层 102 北墙', '半球', '在线', 'wangxueqin'],
  ['标准养护室入口', '养护室', '检测楼 1 层 103 门内', '枪机', '在线', 'zhangwei'],
  ['收样窗口', '样品室', '业务大厅 2 号窗口', '半球', '在线', 'sample'],
  ['留样室货架', '样品室', '检测楼 1 层留样室', '球机', '检修中', 'sample'],
  ['现场静载试验布控球', '施工现场', '3 号楼桩基作业面', '移动布控球', '在线', 'linjiawei'],
  ['现场钻芯取样布控球', '施工现场', '地下车库入口', '移动布控球', '离线', 'yuanbin'],
  ['业务大厅', '办公区域', '业务大厅门口', '枪机', '在线', 'tangxiaolin'],
];
const BUILDING_SITE = '施工现场';

/**
 * The cameras of the demo company, installed on successive days about 160 days ago. They link to a page with their
 * picture. They have no stream, because a demo server could not play it. The sizes of their recordings are in GB.
 */
export const livePreview = plainForm('livePreview', CAMERAS.length, (tools, now, index) => {
  const [cameraName, siteKind, place, cameraKind, cameraState, keeper] = CAMERAS[index] as Camera;
  const person = userByName(keeper);
  const runningProjects = STORY_PROJECTS.filter(({ state, dept }) => state === '检测中' && dept === deptOf(person).id);
  const project = siteKind === BUILDING_SITE ? runningProjects[0] : undefined;
  const cameraNo = `HZ-JK-${String(index + 11).padStart(3, '0')}`;
  return {
    by: 'device',
    daysAgo: 150 - index,
    fields: {
      cameraNo,
      cameraName,
      siteKind,
      place,
      cameraKind,
      ...(project ? { project: project.id, projectName: project.name } : {}),
      cameraState,
      deptId: deptOf(person).id,
      keeper: person.id,
      pageUrl: `https://video.example.cn/camera/${cameraNo}`,
      storageSize: 4000,
      dailySize: siteKind === BUILDING_SITE ? 22.5 : 36.5,
      installDate: tools.day(now, index - 160),
      installCost: tools.money(900, 4800, 100),
      checkDate: tools.day(now, -tools.int(3, 25)),
    },
  };
});

export const fileCentre: PlainForm = { formKey: 'fileCentre', records: demoFiles };
