import { isJsonObject } from '../json/json.ts';
import type { Parameter, Schema } from '../operation/operation.ts';
import type { RawParameter } from './raw-parameter.ts';
import type { OperationSite } from './operation-site.ts';
import { member, textMember } from './pointer.ts';

type Style = NonNullable<Parameter['style']>;
export type StyleAndExplode = Pick<Parameter, 'style' | 'explode'>;

const styles: Record<Parameter['in'], Style[]> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

/** The serialisation of a parameter: `style` and `explode`, or the equivalent of OpenAPI 2.0's `collectionFormat`. */
export function parameterStyle(
  site: OperationSite,
  parameter: RawParameter,
  place: Parameter['in'],
  schema: Schema,
): StyleAndExplode {
  const isSwagger =
    site.document.dialect === '2.0' || member(parameter.raw, 'collectionFormat') !== undefined;
  if (isSwagger) return isArray(schema) ? collectionStyle(site, parameter, place) : {};
  const style = textMember(parameter.raw, 'style');
  const explode = member(parameter.raw, 'explode');
  const known = styles[place].find((one) => one === style);
  if (style !== undefined && known === undefined) {
    site.lose(
      parameter.pointer,
      `The style "${style}" is not valid for ${place} parameters; ${styles[place][0]} is used.`,
    );
  }
  return {
    ...(known === undefined ? {} : { style: known }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
  };
}

/** The style of an OpenAPI 2.0 array, in a parameter or form field. */
export function collectionStyle(
  site: OperationSite,
  parameter: RawParameter,
  place: Parameter['in'],
): StyleAndExplode {
  const format = textMember(parameter.raw, 'collectionFormat') ?? 'csv';
  const separated = place === 'query';
  if (format === 'multi' && separated) return { style: 'form', explode: true };
  if (format === 'ssv' && separated) return { style: 'spaceDelimited', explode: false };
  if (format === 'pipes' && separated) return { style: 'pipeDelimited', explode: false };
  if (format !== 'csv') {
    site.lose(
      parameter.pointer,
      `collectionFormat "${format}" has no counterpart here; the values are joined by commas.`,
    );
  }
  return place === 'query' || place === 'cookie'
    ? { style: 'form', explode: false }
    : { style: 'simple', explode: false };
}

function isArray(schema: Schema): boolean {
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}
