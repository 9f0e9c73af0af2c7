import { deptOf, userById, userByName } from '../people.ts';
import { RETIRED_DEVICES, stateInRegister } from '../retired.ts';
import { paddedNumber } from '../story.ts';
import { plainForm, type PlainEntry } from './plain.ts';

type Device = readonly [name: string, kind: string, model: string, price: number, maker: string];

const DEVICES: readonly Device[] = [
  ['微机控制电液伺服万能试验机', 'mechanics', 'WAW-1000D', 168_000, '济南试金集团'],
  ['恒应力压力试验机', 'mechanics', 'YAW-2000B', 86_000, '济南试金集团'],
  ['水泥抗折抗压一体机', 'mechanics', 'DYE-300', 42_000, '无锡建仪'],
  ['混凝土抗渗仪', 'mechanics', 'HP-4.0', 9800, '天津建仪'],
  ['水泥净浆搅拌机', 'mechanics', 'NJ-160A', 3600, '无锡建仪'],
  ['马歇尔稳定度试验仪', 'mechanics', 'LWD-3', 22_000, '北京航天科宇'],
  ['水泥标准养护箱', 'environment', 'YH-40B', 6800, '天津建仪'],
  ['恒温恒湿养护控制仪', 'environment', 'BYS-III', 5600, '天津建仪'],
  ['高低温交变试验箱', 'environment', 'GDJ-225', 38_000, '上海一恒'],
  ['混凝土回弹仪', 'nondestructive', 'HT-225', 1200, '山东乐陵'],
  ['非金属超声检测仪', 'nondestructive', 'NM-4B', 46_000, '北京康科瑞'],
  ['钢筋位置测定仪', 'nondestructive', 'R630A', 18_500, '北京智博联'],
  ['基桩动测仪', 'nondestructive', 'RSM-PRT', 78_000, '武汉中岩'],
  ['数字式超声波探伤仪', 'nondestructive', 'HS700', 26_000, '武汉中科'],
  ['全站仪', 'survey', 'NTS-362R', 42_000, '南方测绘'],
  ['电子水准仪', 'survey', 'DL-201', 28_000, '南方测绘'],
  ['原子吸收分光光度计', 'chemistry', 'TAS-990', 128_000, '北京普析'],
  ['甲醛检测仪', 'chemistry', 'PPM-400', 12_500, '英国 PPM'],
  ['环境测氡仪', 'chemistry', 'FD216', 36_000, '北京核地'],
  ['检测工程车', 'vehicle', '福特全顺 JX6490', 186_000, '江铃汽车'],
  ['激光打印机', 'office', 'M403d', 2400, '惠普'],
  ['台式计算机', 'office', 'M4500', 5200, '联想'],
];
const KEEPER_USERNAMES = [
  'dengguoqiang',
  'hanlei',
  'fanzhigang',
  'caoweimin',
  'xiehaoran',
  'lizhenhua',
  'yuanbin',
  'huangzhiqiang',
];
const STORE_PLACES = [
  '中心试验室一楼力学间',
  '中心试验室二楼养护间',
  '设备库房 A 区',
  '设备库房 B 区',
  '地基检测仓库',
  '综合楼 304 室',
  '江北分部试验室',
];

/**
 * Indexes of the testing machines that test records name: two devices each of the first two items of `DEVICES`, which
 * has 22 items. They are in use and have a valid calibration.
 */
export const TESTING_MACHINES: readonly number[] = [0, 1, 22, 23];

/**
 * Number of devices that no application proposes to scrap. In the list, the retired devices follow them: those that an
 * application proposes to scrap.
 */
const NOT_RETIRED_COUNT = 68;

/** Returns the record id of a retired device. `index`: its position in `RETIRED_DEVICES`. */
export const retiredDeviceIdOf = (index: number): string => `deviceList-${paddedNumber(NOT_RETIRED_COUNT + index + 1)}`;

function retiredEntry(index: number): PlainEntry {
  const { conclusion: _conclusion, ...fields } = RETIRED_DEVICES[index] as (typeof RETIRED_DEVICES)[number];
  return {
    by: 'device',
    daysAgo: 700 + (index % 60),
    fields: {
      ...fields,
      deviceState: stateInRegister(index),
      useDeptId: deptOf(userById(fields.keeper)).id,
      storePlace: STORE_PLACES[index % STORE_PLACES.length],
    },
  };
}

/** The devices of the demo company. */
export const deviceList = plainForm('deviceList', NOT_RETIRED_COUNT + RETIRED_DEVICES.length, (tools, now, index) => {
  if (index >= NOT_RETIRED_COUNT) return retiredEntry(index - NOT_RETIRED_COUNT);
  const [deviceName, deviceKind, model, price, maker] = DEVICES[index % DEVICES.length] as Device;
  const ageInYears = tools.int(1, 14);
  const boughtOn = new Date(now.getTime() - (ageInYears * 365 + tools.int(0, 300)) * 86_400_000);
  const keeper = userByName(tools.pick(KEEPER_USERNAMES));
  const originalValue = Math.round((price * tools.int(90, 115)) / 100);
  const isMeasuring = !['vehicle', 'office'].includes(deviceKind);
  const calibratedOn = new Date(now.getTime() - tools.int(20, 380) * 86_400_000);
  return {
    by: 'device',
    daysAgo: tools.int(5, 300),
    fields: {
      deviceNo: `HZ-SB-${tools.day(boughtOn).slice(0, 4)}-${String(index + 1).padStart(3, '0')}`,
      deviceName,
      deviceKind,
      model,
      maker,
      factoryNo: tools.digits(8),
      deviceState:
        ageInYears > 9
          ? tools.pick(['stopped', 'broken', 'broken'])
          : tools.chance(0.85)
            ? 'using'
            : tools.pick(['stopped', 'sealed']),
      buyDate: tools.day(boughtOn),
      originalValue,
      // 9.5 % of the original value per year, at most 95 %
      depreciation: Math.round(originalValue * Math.min(0.95, ageInYears * 0.095) * 100) / 100,
      useDeptId: deptOf(keeper).id,
      keeper: keeper.id,
      storePlace: tools.pick(STORE_PLACES),
      ...(isMeasuring
        ? {
            checkDate: tools.day(calibratedOn),
            validUntil: tools.day(calibratedOn, 365),
            certificateNo: `JL${tools.digits(9)}`,
          }
        : {}),
      // a calibration is valid for 365 days; that of device 3 (index) expires today, that of device 37 in 4 days, and
      // that of device 54 expired 4 days ago
      ...(isMeasuring && index % 17 === 3
        ? {
            deviceState: 'using',
            checkDate: tools.day(now, -353 - (index % 5) * 4),
            validUntil: tools.day(now, 12 - (index % 5) * 4),
          }
        : {}),
      ...(TESTING_MACHINES.includes(index)
        ? { deviceState: 'using', checkDate: tools.day(now, -60 - index), validUntil: tools.day(now, 305 - index) }
        : {}),
    },
  };
});
