import { faker } from '@faker-js/faker/locale/zh_CN';

/** Random values and dates for the demo data. The same seed yields the same data. */
export interface Tools {
  pick<T>(list: readonly T[]): T;
  /** Returns `count` different entries, in the order of the list. */
  pickSome<T>(list: readonly T[], count: number): T[];
  int(min: number, max: number): number;
  /** Returns a random amount of money between `min` and `max`, rounded to a multiple of `step` (default 100). */
  money(min: number, max: number, step?: number): number;
  /** Returns true with the probability `share`. */
  chance(share: number): boolean;
  /** Returns the date `days` later, as `YYYY-MM-DD`. */
  day(date: Date, days?: number): string;
  /** Returns the date `days` later at `hour` o'clock or half past, at random, as `YYYY-MM-DD HH:mm:ss`. */
  moment(date: Date, days: number, hour: number): string;
  /**
   * Returns the time `hours` later, plus a random 1 second to 50 minutes. A result outside of office hours is moved to
   * the hour after 9:00 of the next morning.
   */
  later(date: Date, hours: number): Date;
  personName(): string;
  mobileNumber(): string;
  digits(count: number): string;
}

const DAY_MS = 86_400_000;
const localDateFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: process.env['TZ'] || 'Asia/Shanghai',
  dateStyle: 'short',
});

const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕';
const GIVEN_NAMES = [
  '建华',
  '志明',
  '海涛',
  '晓东',
  '国庆',
  '文斌',
  '丽娟',
  '秀英',
  '俊杰',
  '永强',
  '春梅',
  '立新',
  '少华',
  '德胜',
  '红霞',
  '家豪',
  '新民',
  '雪峰',
  '振宇',
  '玉兰',
  '大伟',
  '小燕',
  '长江',
  '学军',
];

/**
 * Moves a time outside of office hours (8:30 to 17:30 in China) to 9 o'clock of the next morning, with unchanged
 * minutes and seconds. China is 8 hours ahead of UTC, so office hours are minutes 30 to 570 of the UTC day, and 9:00 is
 * 1:00 UTC.
 */
function toOfficeHours(date: Date): Date {
  const utcMinutes = (date.getUTCHours() * 60 + date.getUTCMinutes()) % 1440;
  if (utcMinutes >= 30 && utcMinutes <= 570) return date;
  const nextMorning = new Date(date.getTime() + (utcMinutes > 570 ? DAY_MS : 0));
  nextMorning.setUTCHours(1, date.getUTCMinutes(), date.getUTCSeconds());
  return nextMorning;
}

/**
 * Seeds the random generator of faker and returns functions that use it. Only the result of the latest call may be
 * used, because all results share this generator.
 */
export function createTools(seed: number): Tools {
  faker.seed(seed);
  const { helpers, number, string } = faker;
  const tools: Tools = {
    pick: (list) => helpers.arrayElement(list),
    pickSome: (list, count) => {
      const chosenIndexes = new Set(
        helpers.arrayElements(
          list.map((_item, index) => index),
          Math.min(count, list.length),
        ),
      );
      return list.filter((_item, index) => chosenIndexes.has(index));
    },
    int: (min, max) => number.int({ min, max }),
    money: (min, max, step = 100) => Math.round(Math.round(number.int({ min, max }) / step) * step * 100) / 100,
    chance: (share) => number.float({ min: 0, max: 1 }) < share,
    day: (date, days = 0) => localDateFormat.format(new Date(date.getTime() + days * DAY_MS)),
    moment: (date, days, hour) =>
      `${tools.day(date, days)} ${String(hour).padStart(2, '0')}:${helpers.arrayElement(['00', '30'])}:00`,
    later: (date, hours) =>
      toOfficeHours(new Date(date.getTime() + hours * 3_600_000 + number.int({ min: 1, max: 3_000 }) * 1000)),
    personName: () => helpers.arrayElement([...SURNAMES]) + helpers.arrayElement(GIVEN_NAMES),
    mobileNumber: () =>
      `1${helpers.arrayElement(['38', '39', '58', '86', '52', '77', '88', '33'])}${string.numeric(8)}`,
    digits: (count) => string.numeric({ length: count, allowLeadingZeros: false }),
  };
  return tools;
}
