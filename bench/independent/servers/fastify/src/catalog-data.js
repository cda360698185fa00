import { varied } from './flags.js';
import { identifierFor } from './identifiers.js';
import { rowWriter } from './rows.js';

const materials = ['Oak', 'Walnut', 'Steel', 'Copper', 'Glass', 'Linen', 'Cork', 'Marble', 'Bamboo', 'Enamel', 'Slate', 'Clay'];
const things = ['Ladle', 'Spoon', 'Bowl', 'Tray', 'Whisk', 'Jar', 'Board', 'Pot', 'Grater', 'Sieve', 'Mill', 'Rack'];

const tableware = [
  'Colander', 'Teapot', 'Everyday Bowl', 'Everyday Bowl', 'Tall Water Glass', 'Hand Thrown Clay Pitcher',
  'Crème Brûlée Dish', 'Schälchen für Süßes', 'Smörgåsbord Plate', 'Œuf Cup', '茶碗 Tea Bowl', 'Kaffeebecher Grün',
  '100% Linen Cloth', 'Salt & Pepper Pots', 'Cups, Set of Two', 'Serving Bowl (large)', "Baker's Dish", 'Size 2+ Spoon',
  'Soup Plate', 'Bread Plate', 'Fish Knife', 'Butter Knife', 'Cake Fork', 'Sugar Tongs', 'Egg Spoon', 'Milk Jug',
  'Gravy Boat', 'Cheese Dome', 'Napkin Ring', 'Wine Glass', 'Beer Mug', 'Espresso Cup', 'Saucer', 'Butter Dish',
];

function slugFor(name) {
  if (/^[A-Za-z0-9._-]+$/.test(name)) return name;
  return name.toLowerCase().replaceAll('ß', 'ss').replaceAll('œ', 'oe').normalize('NFD').replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._]+/g, '-').replace(/^-+|-+$/g, '');
}

export function fillCatalog(database) {
  const write = rowWriter(database);
  const catalog = identifierFor('catalog spring');
  let count = 0;

  write('catalogs', { id: catalog, name: 'Spring', published_at: '2025-03-01T08:00:00.000Z' });

  function addNode(hierarchy, name) {
    const id = identifierFor(`node ${name}`);
    write('nodes', { id, hierarchy_id: hierarchy, name });
    return id;
  }

  function addHierarchy(name) {
    const id = identifierFor(`hierarchy ${name}`);
    write('hierarchies', { id, catalog_id: catalog, name });
    return id;
  }

  function addProduct(name, { slug, status = 'live', type = 'standard', details = {}, released = true } = {}) {
    count += 1;
    const sku = `SKU-${String(count).padStart(4, '0')}`;
    const id = identifierFor(sku);
    const day = String(1 + (count % 28)).padStart(2, '0');
    write('products', {
      id,
      name,
      description: count % 4 === 0 ? null : `${name}, made for everyday use.`,
      slug: slug ?? slugFor(name),
      sku,
      status,
      commodity_type: count % 17 === 0 ? 'digital' : 'physical',
      upc_ean: count % 3 === 0 ? null : `40000000${String(count).padStart(5, '0')}`,
      mpn: count % 5 === 0 ? null : `M-${count}`,
      external_ref: count % 6 === 0 ? `warehouse/${count}` : null,
      product_type: type,
      owner: count % 9 === 0 ? 'organization' : 'store',
      details: JSON.stringify({
        locales: count % 8 === 0 ? { 'fr-FR': { name: `${name} (France)`, description: 'Pour tous les jours.' } } : {},
        custom_inputs: count % 13 === 0
          ? { Engraving: { name: 'Engraving', validation_rules: [{ type: 'string', options: { max_length: 40, required: false } }] } }
          : {},
        variations: [],
        variation_matrix: {},
        relationships: {},
        ...details,
      }),
      created_at: `2024-11-${day}T10:00:00.000Z`,
      updated_at: `2025-01-${day}T12:30:00.000Z`,
    });
    for (let position = 0; position < count % 4; position += 1) {
      write('product_tags', { product_id: id, position, tag: ['kitchen', 'handmade', 'new-season'][position] });
    }
    if (released) write('catalog_products', { catalog_id: catalog, product_id: id });
    return id;
  }

  function attach(node, products) {
    for (const product of products) write('node_products', { node_id: node, product_id: product });
  }

  function curate(node, products) {
    products.forEach((product, index) => {
      write('node_curation', { node_id: node, product_id: product, position: index + 1 });
    });
  }

  function addComponent(bundle, sortOrder, key, name, options) {
    write('components', {
      bundle_id: bundle, component_key: key, name, min: 1, max: options.length, sort_order: sortOrder,
    });
    options.forEach((product, index) => {
      write('component_options', {
        bundle_id: bundle,
        component_key: key,
        product_id: product,
        quantity: 1 + index,
        sort_order: index + 1,
        is_default: index === 0 ? 1 : 0,
      });
    });
  }

  function addBundle(name, components) {
    const id = addProduct(name, { type: 'bundle' });
    Object.entries(components).forEach(([key, [label, options]], index) => {
      addComponent(id, index + 1, key, label, options);
    });
    return id;
  }

  // A parent with the variations colour and size; the build rules leave out the large red child.
  function addFamily(name) {
    const option = (label) => ({ id: identifierFor(`${name} ${label}`), name: label, description: `${label} version` });
    const [red, blue, small, large] = ['Red', 'Blue', 'Small', 'Large'].map(option);
    const parentOf = (parent) => ({ relationships: { parent: { data: { id: parent, type: 'product' } } } });
    const parent = identifierFor(`SKU-${String(count + 1).padStart(4, '0')}`);
    const childNumbers = [2, 3, 4].map((step) => identifierFor(`SKU-${String(count + step).padStart(4, '0')}`));
    addProduct(name, {
      type: 'parent',
      details: {
        variations: [
          { id: identifierFor(`${name} colour`), name: 'Colour', options: [red, blue] },
          { id: identifierFor(`${name} size`), name: 'Size', options: [small, large] },
        ],
        build_rules: { default: 'include', include: [], exclude: [[red.id, large.id]] },
        variation_matrix: {
          [red.id]: { [small.id]: childNumbers[0] },
          [blue.id]: { [small.id]: childNumbers[1], [large.id]: childNumbers[2] },
        },
        relationships: { children: { data: childNumbers.map((id) => ({ id, type: 'product' })) } },
      },
    });
    for (const child of ['Red Small', 'Blue Small', 'Blue Large']) {
      addProduct(`${name} ${child}`, { type: 'child', details: parentOf(parent) });
    }
    return { parent, children: childNumbers };
  }

  const house = addHierarchy('House');
  const presents = addHierarchy('Presents');

  // Fully curated: 137 live products and three drafts, two of which are in the curated list.
  const kitchen = addNode(house, 'Kitchen');
  const kitchenLive = [];
  for (let number = 0; number < 137; number += 1) {
    kitchenLive.push(addProduct(`${materials[number % 12]} ${things[Math.floor(number / 12)]}`));
  }
  const kitchenDrafts = ['Zinc Ladle', 'Zinc Spoon', 'Amber Bowl'].map((name) => addProduct(name, { status: 'draft' }));
  attach(kitchen, [...kitchenLive, ...kitchenDrafts]);
  const kitchenOrder = kitchenLive.map((_, index) => kitchenLive[(index * 53 + 20) % 137]);
  kitchenOrder.splice(4, 0, kitchenDrafts[0]);
  kitchenOrder.splice(90, 0, kitchenDrafts[1]);
  curate(kitchen, kitchenOrder);

  // Products that are sold as components only and are attached to no node.
  const giftBox = addProduct('Gift Box');
  const ribbon = addProduct('Satin Ribbon');
  const card = addProduct('Greeting Card');
  const sample = addProduct('Sample Sachet', { status: 'draft' });

  // Not curated: single products, a family with variations, bundles, drafts, and two products newer than the publication.
  const table = addNode(house, 'Table');
  const tableLive = tableware.map((name, index) => addProduct(name, {
    slug: name === 'Everyday Bowl' && index > 2 ? 'everyday-bowl-2' : undefined,
  }));
  tableLive.push(addProduct('Blue Mug', { slug: 'blue_mug' }), addProduct('Blue Mug, Matt', { slug: 'blue-mug' }));
  const plates = addFamily('Picnic Plate');
  tableLive.push(plates.parent, plates.children[0], plates.children[2]);
  tableLive.push(
    addBundle('Breakfast for Two', {
      cups: ['Cups', [tableLive[31], tableLive[30]]], box: ['Box', [giftBox]],
    }),
    addBundle('Café Crème Set', {
      cup: ['Cup', [tableLive[31]]], saucer: ['Saucer', [tableLive[32]]], extra: ['Extra', [ribbon, card]],
    }),
    addBundle('Sunday Table', { plates: ['Plates', [tableLive[18], tableLive[19], kitchenLive[5]]] }),
  );
  const tableHidden = [
    addProduct('Cracked Vase', { status: 'draft' }),
    addProduct('Everyday Bowl', { slug: 'everyday-bowl-draft', status: 'draft' }),
    addProduct('Autumn Plate', { released: false }),
    addProduct('Winter Plate', { released: false }),
  ];
  attach(table, [...tableLive, ...tableHidden]);

  // Partly curated: 14 of 34 live products and one of two drafts are in the curated list.
  const gifts = addNode(presents, 'Gift sets');
  const giftsLive = ['Tea Lover', 'Coffee Lover', 'Young Baker', 'Grill Master', 'Picnic Fan', 'Night Owl'].map((name, index) => (
    addBundle(`${name} Set`, {
      main: ['Main part', [kitchenLive[index * 3], kitchenLive[index * 3 + 1]]],
      wrapping: ['Wrapping', index % 2 === 0 ? [giftBox, ribbon] : [giftBox]],
    })
  ));
  for (let number = 0; number < 20; number += 1) {
    giftsLive.push(addProduct(`${things[number % 12]} for ${number % 2 === 0 ? 'Grandmother' : 'the Neighbours'}`, {
      slug: `gift-${number + 1}`,
    }));
  }
  giftsLive.push(...kitchenLive.slice(0, 4), ...tableLive.slice(6, 10));
  const giftsDrafts = [addProduct('Unfinished Set', { status: 'draft' }), addProduct('Test Gift', { status: 'draft' })];
  attach(gifts, [...giftsLive, ...giftsDrafts]);
  const giftsOrder = Array.from({ length: 14 }, (_, index) => giftsLive[(index * 11 + 3) % 34]);
  giftsOrder.splice(2, 0, giftsDrafts[0]);
  curate(gifts, giftsOrder);

  if (varied('draft-component')) addComponent(giftsLive[0], 3, 'sample', 'Sample', [card, sample]);
}
