import { badgePicture, shieldsBadge } from '../../lib/product/price-badge.ts';
import type { Product } from '../../lib/product/product.ts';
import type { Context } from '../context.ts';
import { type BufferedResponse, cacheableJson, cacheableText } from '../http/response.ts';
import { requireProduct } from '../products/find-product.ts';
import { readProduct } from '../products/read-product.ts';

/** Proxies of pictures ask again and again otherwise. */
const cacheControl = 'public, max-age=300';

export async function badgeSvg(context: Context, slug: string): Promise<BufferedResponse> {
  const { accent } = await context.face.read();
  const picture = badgePicture(await productOf(context, slug), accent);
  return cacheableText(picture, 'image/svg+xml; charset=utf-8', {
    'cache-control': cacheControl,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  });
}

export async function badgeJson(context: Context, slug: string): Promise<BufferedResponse> {
  const { accent } = await context.face.read();
  const badge = shieldsBadge(await productOf(context, slug), accent);
  return cacheableJson(badge, { 'cache-control': cacheControl });
}

async function productOf(context: Context, slug: string): Promise<Product> {
  const found = await requireProduct(context, slug);
  return (await readProduct(context, { id: found.slug })).value();
}
