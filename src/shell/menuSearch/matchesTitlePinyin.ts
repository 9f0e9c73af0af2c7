import { matchesPinyin } from '../../widgets/shared/matchesPinyin.ts';
import type { PinyinMatcher } from './findPages.ts';

/**
 * Returns true if the typed letters are pinyin of the title: `ywyysq`, `yewuyongyin` and `ywyongy` all match 业务用印申请. In
 * a separate file, because the search dialog loads the pinyin dictionary lazily.
 */
export const matchesTitlePinyin: PinyinMatcher = (title, typed) =>
  /^[a-z\s]+$/.test(typed) && matchesPinyin(title, typed.replace(/\s+/g, ''));
