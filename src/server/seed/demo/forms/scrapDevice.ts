import { deviceNode, financeNode, leaderNode, managerNode } from '../nodes.ts';
import { retiredDeviceIdOf } from '../plain/devices.ts';
import { needsManager, RETIRED_DEVICES, devicesRetiredBy, type RetiredDevice } from '../retired.ts';
import type { DemoForm } from '../types.ts';

/**
 * Explanations (`reasonNote`) of the reasons for scrapping. The reason of a failed calibration is left out, because it
 * requires an attached certificate.
 */
const REASONS: Readonly<Record<string, string>> = {
  expired: '使用年限已满，精度下降',
  obsolete: '技术性能淘汰，已由新设备替代',
  damaged: '主机控制系统损坏，厂家已停产',
};

/**
 * Returns one row of an application: a device of the register. `index`: its position in `RETIRED_DEVICES`. The reason
 * is `damaged` for a broken device; for other devices it alternates between `expired` and `obsolete`.
 */
function deviceRow(index: number, device: RetiredDevice): Record<string, unknown> {
  const { conclusion: _conclusion, maker: _maker, ...registerValues } = device;
  const scrapReason = device.deviceState === 'broken' ? 'damaged' : index % 2 === 0 ? 'expired' : 'obsolete';
  return { device: retiredDeviceIdOf(index), ...registerValues, scrapReason, reasonNote: REASONS[scrapReason] };
}

/** Returns the finding of the device keepers on the device with this number. */
const conclusionOf = (deviceNo: unknown): string =>
  RETIRED_DEVICES.find((device) => device.deviceNo === deviceNo)?.conclusion ?? 'scrap';

export const scrapDevice: DemoForm = {
  formKey: 'scrapDevice',
  applyNode: { id: 'apply', name: '提交申请' },
  applicants: [
    'staff',
    'xiehaoran',
    'lizhenhua',
    'yuanbin',
    'huangzhiqiang',
    'linjiawei',
    'qinlan',
    'guopengfei',
    'zhangwei',
  ],
  apply(tools, applicant, date, applicationIndex) {
    const devices = devicesRetiredBy(applicationIndex).map(({ index, device }) => deviceRow(index, device));
    const first = String(devices[0]?.deviceName ?? '');
    return {
      fields: {
        applicantId: applicant.id,
        applyDeptId: applicant.deptId,
        applyDate: tools.day(date),
        scrapTitle: devices.length === 1 ? `${first}报废` : `${first}等${devices.length}台设备报废`,
        storePlace: tools.pick([
          '中心试验室一楼力学间',
          '设备库房 B 区',
          '地基检测仓库',
          '综合楼 304 室',
          '江北分部试验室',
        ]),
        scrapNote: tools.pick([
          '设备使用年限较长，经厂家检修仍不能满足检测标准要求，建议报废。',
          '多次维修后故障仍频繁发生，继续维修不经济，申请报废处理。',
          '设备已停用一年以上，技术性能淘汰，现有替代设备，申请报废。',
        ]),
      },
      tables: { devices },
    };
  },
  nodes: [
    leaderNode({ returnOpinions: ['请补充检定证书。', '设备编号与台账不符，请核对。'] }),
    deviceNode('expert', '设备管理员鉴定', {
      opinions: ['经鉴定同意报废。', '现场核查情况属实。'],
      fill({ fields, tables }, tools, date) {
        Object.assign(fields, {
          expertItems: tools.pickSome(['外观检查', '通电试运行', '精度核查', '维修记录核查', '检定证书核查'], 3),
          expertDate: tools.day(date),
          expertOpinion: tools.pick([
            '经现场核查，设备状况与申请一致，已无修复价值，同意报废。',
            '设备主要性能指标不满足标准要求，建议报废。',
          ]),
        });
        for (const row of tables.devices ?? []) row.conclusion = conclusionOf(row.deviceNo);
      },
    }),
    managerNode(({ tables }) => !needsManager((tables.devices ?? []) as unknown as RetiredDevice[])),
    financeNode('writeOff', '财务核销', {
      opinions: ['固定资产已核销。', '账务已处理。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, {
          writeOffNo: `记-${tools.day(date).slice(2, 4)}${tools.digits(5)}`,
          writeOffDate: tools.day(date),
        });
      },
    }),
    deviceNode('dispose', '设备处置登记', {
      opinions: ['已处置完毕。', '设备台账已更新。'],
      fill({ fields, tables }, tools, date) {
        Object.assign(fields, {
          disposeDate: tools.day(date),
          receiverUnit: tools.pick(['江城再生资源回收有限公司', '绿循环保科技有限公司']),
        });
        for (const row of tables.devices ?? [])
          Object.assign(
            row,
            row.conclusion === 'scrap'
              ? { disposal: tools.pick(['sell', 'recycle', 'trade']), salvage: tools.money(50, 3000, 50) }
              : { salvage: 0 },
          );
      },
    }),
  ],
};
