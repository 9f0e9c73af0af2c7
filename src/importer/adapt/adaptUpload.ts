import type { AdaptedProperty } from './adapt.ts';
import { reportNote, reportWarning, type Context } from '../context.ts';
import { firstText, isObject, textOf, valueOf, type Source } from '../source.ts';
import { convert } from '../values.ts';

/** MIME types by the designers' names of file kinds. */
const MIME_TYPES: Readonly<Record<string, string>> = {
  image: 'image/*',
  images: 'image/*',
  img: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
};

/**
 * The usual office files, for designers whose upload accepts any file: a file input cannot express "anything except
 * programs".
 */
const USUAL_OFFICE_FILES =
  '.doc,.docx,.xls,.xlsx,.ppt,.pptx,.pdf,.txt,.csv,.wps,.et,.ofd,.png,.jpg,.jpeg,.gif,.bmp,.webp,.zip,.rar,.7z,.dwg,.mp4';

/** Canonical values of `list-type` by the designers' names. */
const LIST_TYPES: Readonly<Record<string, string>> = {
  'picture-circle': 'picture-card',
  pictureCard: 'picture-card',
  card: 'picture-card',
};

/** Returns the accepted file types as one comma-separated text: MIME types, and extensions with a dot. */
const acceptOf = (value: unknown): string =>
  (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [])
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) =>
      Object.hasOwn(MIME_TYPES, part)
        ? (MIME_TYPES[part] as string)
        : /^[a-z0-9]{2,5}$/i.test(part)
          ? `.${part}`
          : part,
    )
    .join(',');

/** Returns the MIME type for the kind of files that form-create names in `uploadType`; '' for any other value. */
const mimeTypeOf = (value: unknown): string =>
  typeof value === 'string' && Object.hasOwn(MIME_TYPES, value) ? (MIME_TYPES[value] as string) : '';

const LOCK_KEYS = ['disabled', 'readonly'] as const;

/**
 * Removes `disabled` and `readonly` from a required upload of another designer. The upload component of that system
 * ignores both properties; here they would disable the required upload, and the record could not be submitted.
 */
function lockRemovals(source: Source, context: Context): AdaptedProperty[] {
  const isSet = (key: string): boolean => convert(valueOf(source, key), 'boolean') === true;
  if (!source.isForeign || !isSet('required')) return [];
  return LOCK_KEYS.filter(isSet).map((key) => {
    reportWarning(context, 'DOC_LOCK_LEFT_OUT', source.entries.get(key)?.path ?? source.path, {
      label: textOf(source, 'label') || textOf(source, '__vModel__'),
      key,
    });
    return { key, value: undefined, origin: key };
  });
}

/**
 * Converts the allowed file types and the limits on number and size of files. Some designers write these settings
 * inside `expand` or `setting`. Upload addresses are not converted: files always go to this system's storage.
 */
export function adaptUpload(
  source: Source,
  impliedProperties: Readonly<Record<string, unknown>>,
  context: Context,
): AdaptedProperty[] {
  const extraSettings = [valueOf(source, 'expand'), valueOf(source, 'setting')].filter(isObject);
  const settingOf = (key: string): unknown =>
    valueOf(source, key) ?? extraSettings.map((part) => part[key]).find((value) => value !== undefined);
  const accept =
    acceptOf(settingOf('accept')) || acceptOf(settingOf('fileType')) || mimeTypeOf(settingOf('uploadType'));
  const adaptedProperties = lockRemovals(source, context);
  if (accept !== textOf(source, 'accept'))
    adaptedProperties.push({
      key: 'accept',
      value: accept === '' ? undefined : accept,
      origin: source.entries.has('accept') ? 'accept' : 'fileType',
    });
  // an upload of another designer without a setting accepts any file; here the default would be documents only
  if (source.isForeign && accept === '' && impliedProperties.accept === undefined) {
    adaptedProperties.push({ key: 'accept', value: USUAL_OFFICE_FILES, origin: 'accept' });
    reportNote(context, 'DOC_ACCEPT', source.path, { label: textOf(source, 'label') || textOf(source, '__vModel__') });
  }
  const listType = firstText(source, 'list-type', 'listType');
  if (Object.hasOwn(LIST_TYPES, listType))
    adaptedProperties.push({ key: 'list-type', value: LIST_TYPES[listType], origin: 'list-type' });
  const maxFileCount = Number(settingOf('fileCountLimit') ?? settingOf('limit') ?? 0);
  if (maxFileCount < 1 && (source.entries.has('limit') || source.entries.has('fileCountLimit')))
    adaptedProperties.push({ key: 'fileCountLimit', value: undefined, origin: 'limit' });
  else if (maxFileCount >= 1 && !source.entries.has('limit') && !source.entries.has('fileCountLimit'))
    adaptedProperties.push({ key: 'fileCountLimit', value: maxFileCount, origin: 'expand' });
  const size = Number(settingOf('fileSize'));
  if (source.entries.has('fileSize') ? size === 0 : size > 0)
    adaptedProperties.push({ key: 'fileSize', value: size > 0 ? size : undefined, origin: 'fileSize' });
  const unit = settingOf('sizeUnit');
  if (!source.entries.has('sizeUnit') && typeof unit === 'string')
    adaptedProperties.push({ key: 'sizeUnit', value: unit, origin: 'expand' });
  return adaptedProperties;
}
