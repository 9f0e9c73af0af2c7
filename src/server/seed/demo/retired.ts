import { usualOutcome } from './outcomes.ts';
import { userByName } from './people.ts';
import { paddedNumber } from './story.ts';

/**
 * A device that an application proposes to scrap. The rows of an application are devices of the register, and the
 * decision on an application determines their state in the register. The data depend only on the device's index, not on
 * the current date; the remainders of the index (`index % 8`) only make the devices differ.
 */
export interface RetiredDevice {
  deviceNo: string;
  deviceName: string;
  deviceKind: string;
  model: string;
  maker: string;
  factoryNo: string;
  buyDate: string;
  originalValue: number;
  depreciation: number;
  /** Id of the person who keeps the device. */
  keeper: string;
  /** State in the register before the decision on the application. */
  deviceState: 'broken' | 'stopped' | 'sealed';
  /** The result of the examination; the record of the application contains it only after the step of examination. */
  conclusion: 'scrap' | 'spare' | 'degrade';
}

type DeviceModel = readonly [name: string, kind: string, model: string, price: number, maker: string];
const DEVICE_MODELS: readonly DeviceModel[] = [
  ['微机控制电液伺服万能试验机', 'mechanics', 'WAW-1000D', 168_000, '济南试金集团'],
  ['水泥净浆搅拌机', 'mechanics', 'NJ-160A', 3600, '无锡建仪'],
  ['恒温恒湿养护控制仪', 'environment', 'BYS-III', 5600, '天津建仪'],
  ['混凝土回弹仪', 'nondestructive', 'HT-225', 1200, '山东乐陵'],
  ['静力水准仪', 'survey', 'JLS-100', 6400, '南方测绘'],
  ['恒应力压力试验机', 'mechanics', 'YAW-2000B', 86_000, '济南试金集团'],
  ['水泥标准养护箱', 'environment', 'YH-40B', 6800, '天津建仪'],
  ['钢筋位置测定仪', 'nondestructive', 'R630A', 18_500, '北京智博联'],
  ['甲醛检测仪', 'chemistry', 'PPM-400', 12_500, '英国 PPM'],
  ['混凝土抗渗仪', 'mechanics', 'HP-4.0', 9800, '天津建仪'],
  ['激光打印机', 'office', 'M403d', 2400, '惠普'],
  ['全站仪', 'survey', 'NTS-362R', 42_000, '南方测绘'],
  ['沥青延度仪', 'chemistry', 'LYY-7A', 15_600, '无锡建仪'],
  ['检测工程车', 'vehicle', '福特全顺 JX6490', 186_000, '江铃汽车'],
  ['台式计算机', 'office', 'M4500', 5200, '联想'],
];
const KEEPERS = ['dengguoqiang', 'hanlei', 'fanzhigang', 'xiehaoran', 'lizhenhua', 'yuanbin'] as const;
const STATES = ['broken', 'stopped', 'sealed'] as const;
const itemAt = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** The number of applications. Applications are numbered from 0. */
export const APPLICATION_COUNT = 64;
/** Returns the number of devices in an application. */
const deviceCount = (application: number): number => 1 + (application % 3);

function retiredDevice(index: number): RetiredDevice {
  const [deviceName, deviceKind, model, price, maker] = itemAt(DEVICE_MODELS, index);
  const year = 2010 + (index % 8);
  const originalValue = Math.round((price * (90 + ((index * 7) % 26))) / 100);
  return {
    deviceNo: `HZ-SB-${year}-${paddedNumber(101 + index, 3)}`,
    deviceName,
    deviceKind,
    model,
    maker,
    factoryNo: String(20_100_000 + index * 7919),
    buyDate: `${year}-${paddedNumber(1 + (index % 12), 2)}-${paddedNumber(3 + (index % 25), 2)}`,
    originalValue,
    depreciation: Math.round(originalValue * (index % 4 === 1 ? 0.8 : 0.95) * 100) / 100,
    keeper: userByName(itemAt(KEEPERS, index)).id,
    deviceState: itemAt(STATES, index),
    conclusion: index % 9 !== 8 ? 'scrap' : index % 2 === 0 ? 'spare' : 'degrade',
  };
}

/** The position in `RETIRED_DEVICES` of the first device of each application. */
const FIRST_DEVICE_OF_APPLICATION: readonly number[] = Array.from({ length: APPLICATION_COUNT }, (_none, application) =>
  Array.from({ length: application }, (_one, earlierApplication) => deviceCount(earlierApplication)).reduce(
    (sum, count) => sum + count,
    0,
  ),
);
/** The application of each device in `RETIRED_DEVICES`. */
const APPLICATION_OF_DEVICE: readonly number[] = FIRST_DEVICE_OF_APPLICATION.flatMap((_first, application) =>
  Array.from({ length: deviceCount(application) }, () => application),
);

/** The devices of all applications, in the order of the applications. */
export const RETIRED_DEVICES: readonly RetiredDevice[] = APPLICATION_OF_DEVICE.map((_application, index) =>
  retiredDevice(index),
);

/** Returns the devices of one application, with their positions in `RETIRED_DEVICES`. */
export const devicesRetiredBy = (application: number): { index: number; device: RetiredDevice }[] =>
  Array.from({ length: deviceCount(application) }, (_none, row) => {
    const index = (FIRST_DEVICE_OF_APPLICATION[application] ?? 0) + row;
    return { index, device: RETIRED_DEVICES[index] as RetiredDevice };
  });

/** Returns whether the manager in charge must also decide: the total net value of the devices is above 20,000 yuan. */
export const needsManager = (devices: readonly Pick<RetiredDevice, 'originalValue' | 'depreciation'>[]): boolean =>
  devices.reduce((sum, { originalValue, depreciation }) => sum + originalValue - depreciation, 0) > 20_000;

/**
 * Returns the state that the register shows for the device at this position in `RETIRED_DEVICES`: its former state,
 * `scrapping` once the examination in the running application has proposed to scrap it, or `scrapped` once the
 * application is finished.
 */
export function stateInRegister(index: number): string {
  const application = APPLICATION_OF_DEVICE[index] ?? 0;
  const { deviceState, conclusion } = RETIRED_DEVICES[index] as RetiredDevice;
  if (conclusion !== 'scrap') return deviceState;
  const outcome = usualOutcome(application);
  if (outcome === '3') return 'scrapped';
  const stepCount = needsManager(devicesRetiredBy(application).map(({ device }) => device)) ? 5 : 4;
  // the demo has done `application % steps` steps of a running application; the examination is the second step
  return outcome === '1' && application % stepCount >= 2 ? 'scrapping' : deviceState;
}
