import { foldedText } from '../../../lib/text/names.ts';
import type { PublishedProduct } from '../../../server/store/catalogue/published-product.ts';
import type { PublishedTag } from '../../../server/store/catalogue/catalogue-jobs.ts';
import { publishedProduct } from '../../setup/published-product.ts';

/** Tags as an import makes them: one type, and a provider for each document. */
export const importedTags: PublishedTag[] = [
  tag(1, 'imported', 'Imported'),
  tag(2, 'model-house', 'Model House'),
  tag(2, 'pay-house', 'Pay House'),
  tag(2, 'code-house', 'Code House'),
  tag(2, 'map-house', 'Map House'),
];

/** Operations as large documents have them: alike in name, with long texts that mention each other. */
export const importedProducts: PublishedProduct[] = [
  imported('model-house', 'Create chat completion', 'Creates a model response for the given conversation.'),
  imported('model-house', 'List chat completions', 'Lists the stored replies of a conversation.'),
  imported(
    'model-house',
    'Create assistant',
    `An assistant calls models and tools. ${'It is no chat completion. '.repeat(20)}`,
    { doc: 'A chat completion is one request. '.repeat(40), deprecated: true },
  ),
  imported('model-house', 'Create embeddings', 'Turns input into a vector that measures relatedness.'),
  imported('model-house', 'Create speech', 'Reads a text aloud: text to speech in six voices.'),
  imported('model-house', 'Create transcription', 'Turns recorded speech into text.'),
  imported('model-house', 'createVectorStore', 'Keeps files for semantic retrieval.'),
  imported('model-house', 'List models', 'The models that this account may use.'),
  imported('model-house', 'Create fine-tuning job', 'Trains a model on examples of your own.'),
  imported('pay-house', 'Create payment intent', 'Begins a payment that is confirmed later.'),
  imported('pay-house', 'Confirm payment intent', 'Charges the card of a payment.'),
  imported('pay-house', 'List customers', 'Customers, the newest first.'),
  imported('pay-house', 'Create invoice', 'A draft that lists what a customer owes.'),
  imported('pay-house', 'Finalize invoice', 'Makes a draft invoice due.'),
  imported('pay-house', 'Create refund', 'Gives the money of a charge back.'),
  imported('pay-house', 'Create checkout session', 'A page where a customer pays.'),
  imported('pay-house', 'Cancel subscription', 'Ends what is paid for every month.'),
  imported('code-house', 'Create issue', 'Reports a bug in a repository.'),
  imported('code-house', 'List pull requests', 'Changes that wait for a review.'),
  imported('code-house', 'Create webhook', 'Calls an address whenever something happens.'),
  imported('code-house', 'Compile C++', 'Builds a program with a compiler of your choice.'),
  imported('code-house', 'Run C# script', 'Executes a script on .NET.'),
  imported('code-house', 'Upload release asset', 'Adds a file to a release.'),
  imported('map-house', 'Geocode address', 'Finds the coordinates of a street address.'),
  imported('map-house', 'Find nearby places', 'Restaurants, shops and stations around a point.'),
  imported('map-house', 'Get route directions', 'The way by car, bicycle or on foot.'),
  imported('map-house', 'Get elevation', 'Metres above the sea.'),
  imported('map-house', 'Get e-mail alerts', 'Sends traffic news by e-mail.'),
];

function imported(
  provider: string,
  name: string,
  text: string,
  { doc = '', deprecated = false }: { doc?: string; deprecated?: boolean } = {},
): PublishedProduct {
  const slug = foldedText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '');
  const document = JSON.stringify({ method: 'post', path: `/${slug}`, ...(deprecated && { deprecated }) });
  return publishedProduct(slug, {
    name,
    sortName: foldedText(name),
    introduction: JSON.stringify([{ title: name, text }]),
    doc,
    tags: [
      { kind: 1, slug: 'imported' },
      { kind: 2, slug: provider },
    ],
    template: { id: `tpl_${slug}`, hash: slug, document },
  });
}

function tag(kind: PublishedTag['kind'], slug: string, name: string): PublishedTag {
  return { kind, slug, name, icon: null, url: null, description: null };
}
