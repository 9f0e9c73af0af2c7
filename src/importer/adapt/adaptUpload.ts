import type { Adapted } from './adapt.ts';
import { firstText, isObject, textOf, valueOf, type Source } from '../source.ts';

/** Words for kinds of files that other designers offer, as the types a browser knows. */
const KINDS: Readonly<Record<string, string>> = {
  image: 'image/*',
  images: 'image/*',
  img: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
};

const LIST_TYPES: Readonly<Record<string, string>> = {
  'picture-circle': 'picture-card',
  pictureCard: 'picture-card',
  card: 'picture-card',
};

const accepted = (value: unknown): string =>
  (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [])
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) =>
      Object.hasOwn(KINDS, part) ? (KINDS[part] as string) : /^[a-z0-9]{2,5}$/i.test(part) ? `.${part}` : part,
    )
    .join(',');

/** Types, number and size under the names of forks; uploads always go to this system's own storage. */
export function adaptUpload(source: Source): Adapted[] {
  const more = [valueOf(source, 'expand'), valueOf(source, 'setting')].filter(isObject);
  const pick = (key: string): unknown =>
    valueOf(source, key) ?? more.map((part) => part[key]).find((value) => value !== undefined);
  const accept = accepted(pick('accept')) || accepted(pick('fileType'));
  const adapted: Adapted[] = [];
  if (accept !== textOf(source, 'accept'))
    adapted.push({
      key: 'accept',
      value: accept === '' ? undefined : accept,
      origin: source.entries.has('accept') ? 'accept' : 'fileType',
    });
  const listType = firstText(source, 'list-type', 'listType');
  if (Object.hasOwn(LIST_TYPES, listType))
    adapted.push({ key: 'list-type', value: LIST_TYPES[listType], origin: 'list-type' });
  const count = Number(pick('fileCountLimit') ?? pick('limit') ?? 0);
  if (count < 1 && (source.entries.has('limit') || source.entries.has('fileCountLimit')))
    adapted.push({ key: 'fileCountLimit', value: undefined, origin: 'limit' });
  else if (count >= 1 && !source.entries.has('limit') && !source.entries.has('fileCountLimit'))
    adapted.push({ key: 'fileCountLimit', value: count, origin: 'expand' });
  const size = Number(pick('fileSize'));
  if (source.entries.has('fileSize') ? size === 0 : size > 0)
    adapted.push({ key: 'fileSize', value: size > 0 ? size : undefined, origin: 'fileSize' });
  const unit = pick('sizeUnit');
  if (!source.entries.has('sizeUnit') && typeof unit === 'string')
    adapted.push({ key: 'sizeUnit', value: unit, origin: 'expand' });
  return adapted;
}
