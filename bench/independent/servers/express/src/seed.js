import { createHash } from 'node:crypto';

/** Stable ids: the same shop at every start. */
export const uuid = (key) => {
  const hex = createHash('sha256').update(`shop:${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
const rank = (key) => createHash('sha256').update(key).digest('hex');
const shuffled = (ids, salt) => ids.toSorted((a, b) => rank(salt + a).localeCompare(rank(salt + b)));

const SERIES = ['Alder', 'Birch', 'Cedar', 'Dune', 'Ember', 'Fjord', 'Glacier', 'Heron', 'Isle', 'Juniper'];
const OUTDOOR = [
  'Trekking Poles', '2-Person Tent', 'Sleeping Bag -5C', 'Head-Lamp 300', 'Dry_Bag 20L', 'Rain Jacket (Women)', "Men's Fleece",
  'Map & Compass Set', 'Hydration Pack 1.5L', 'Gloves, lined', 'Trail Shoes', 'Wool Socks', 'Sun Hat', 'Carabiner_Set', 'Hammock',
  'First-Aid Kit', 'Tarp 3x4', 'Camp Chair', 'Daypack 18', 'Duffel 60L', 'Gaiters', 'Beanie', 'Windshell', 'Base-Layer Top',
];
const CAMP = [
  'Enamel Mug', 'Mess Kit', 'Camp_Stove', 'Fuel Bottle 0.6L', 'Cutlery Set', 'Cool-Box 30', 'Kettle', 'Frying Pan', 'Water Filter',
  'Lantern', 'Folding Table',
];
const COFFEE = [
  'Moka Pot 3-Cup', 'Moka Pot 6-Cup', 'French Press', 'Pour-Over Dripper', 'Paper Filters 100', 'Burr Grinder', 'Milk Jug', 'Tamper 58mm',
  'Espresso Machine', 'Gooseneck Kettle', 'Scale_Pro', 'Scale_Pro',
];
const GIFTS = [
  'Espresso Cup', 'Latte Glass', 'House Blend 250g', 'Decaf 250g', 'Single-Origin 250g', 'Cocoa Tin', 'Biscuits', 'Honey Jar',
  'Tea Towel', 'Gift Box', 'Gift Box', 'Ribbon', 'Greeting Card', 'Sugar Bowl',
];
const BUNDLES = ['Breakfast Set', 'Barista Starter Kit', 'Moka Duo', 'Pour-Over Bundle', 'Office Coffee Pack', 'Tea & Honey Box', 'Host Gift', 'Grand Hamper'];

export const seed = (db) => {
  const insert = (table, row) => {
    const columns = Object.keys(row);
    db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map((c) => `@${c}`)})`).run(row);
  };

  let serial = 0;
  const slugs = new Set();
  const slugFor = (name, n) => {
    let slug = name.replace(/[^A-Za-z0-9._-]+/g, n % 6 === 4 ? '_' : '-').replace(/^[-_]+|[-_]+$/g, '');
    if (n % 11 !== 3) slug = slug.toLowerCase();
    if (slugs.has(slug)) slug += `-${n}`;
    slugs.add(slug);
    return slug;
  };

  const addProduct = (name, { status = 'live', types = ['standard'], ...more } = {}) => {
    const n = serial++;
    const id = uuid(`product:${n}`);
    const created = new Date(Date.UTC(2024, 0, 8, 9) + Math.floor((n * 67) % 420 / 2) * 86_400_000);
    const when = (condition, value) => (condition ? value : null);
    const json = (value) => value && JSON.stringify(value);
    insert('products', {
      id, name, slug: slugFor(name, n), status, product_types: json(types),
      description: when(n % 5 !== 2, `${name}. Packed by hand in our warehouse.`),
      sku: when(n % 9 !== 7, `SKU-${String(n).padStart(5, '0')}`),
      commodity_type: n % 37 === 5 ? 'digital' : 'physical',
      upc_ean: when(n % 3 === 0, String(4006381000000 + n * 7)),
      mpn: when(n % 4 === 1, `MPN_${n}-X`),
      external_ref: when(n % 8 === 2, `erp/${n}`),
      locales: json(when(n % 7 === 1, { 'fr-FR': { name: `${name} (FR)`, description: 'Emballé à la main.' }, 'de-DE': { name: `${name} (DE)` } })),
      tags: json(when(n % 3 === 1, ['new', 'spring-24', 'bestseller'].slice(0, 1 + (n % 2)))),
      custom_inputs: json(when(n % 20 === 6, {
        engraving: { name: 'Engraving', validation_rules: [{ type: 'text', options: { max_length: 40, required: n % 40 === 6 } }] },
      })),
      build_rules: null, variations: null, variation_matrix: '{}',
      relationships: json(when(n % 2 === 0, { main_image: { data: { id: uuid(`file:${n}`), type: 'file' } } })),
      owner: n % 13 === 0 ? 'organization' : 'store',
      created_at: created.toISOString(), updated_at: new Date(created.getTime() + 3_600_000 * (n % 50)).toISOString(),
      ...Object.fromEntries(Object.entries(more).map(([key, value]) => [key, json(value)])),
    });
    return id;
  };
  const addDraft = (name) => addProduct(name, { status: 'draft' });

  const addNode = (hierarchyId, name, productIds, curatedIds = []) => {
    const id = uuid(`node:${name}`);
    insert('nodes', { id, hierarchy_id: hierarchyId, name });
    for (const product_id of productIds) insert('node_products', { node_id: id, product_id });
    curatedIds.forEach((product_id, i) => insert('node_curations', { node_id: id, product_id, position: i + 1 }));
  };

  const seedOutdoor = () => {
    const hierarchy = uuid('hierarchy:outdoor');
    insert('hierarchies', { id: hierarchy, name: 'Outdoor' });

    // 240 products; two of them share a name.
    const all = SERIES.flatMap((series) => OUTDOOR.map((noun) => `${series} ${noun}`));
    all[200] = all[31];
    const outdoor = all.map((name) => addProduct(name));
    const twin = addDraft('Cedar Hammock'); // a draft with the name of a live product
    const outdoorDrafts = [twin, ...SERIES.slice(0, 7).map((series) => addDraft(`${series} Prototype-24 Shell`))];

    // 130 products, all curated: camp kitchen, one parent with children, and 20 from the long list.
    const camp = SERIES.flatMap((series) => CAMP.map((noun) => `${series} ${noun}`)).slice(0, 106);
    camp[90] = camp[12];
    const kitchen = camp.map((name) => addProduct(name));
    const option = (name) => ({ id: uuid(`option:${name}`), name, description: `${name} finish` });
    const [small, large, red, blue] = ['Small', 'Large', 'Red', 'Blue'].map(option);
    const variations = [
      { id: uuid('variation:size'), name: 'Size', options: [small, large] },
      { id: uuid('variation:colour'), name: 'Colour', options: [red, blue] },
    ];
    const children = [[small, red], [small, blue], [large, red]].map(
      ([size, colour]) => addProduct(`Alder Camp Tee ${size.name} ${colour.name}`, { types: ['child'] }),
    );
    const parent = addProduct('Alder Camp Tee', {
      types: ['parent'], variations, build_rules: { default: 'include', include: [], exclude: [[large.id, blue.id]] },
      variation_matrix: { [small.id]: { [red.id]: children[0], [blue.id]: children[1] }, [large.id]: { [red.id]: children[2] } },
    });
    const campDrafts = SERIES.slice(0, 6).map((series) => addDraft(`${series} Camp_Oven (draft)`));
    const campLive = [...kitchen, ...children, parent, ...outdoor.filter((_, i) => i % 12 === 5)];
    const campCurated = shuffled([...campLive, campDrafts[1], campDrafts[4]], 'camp');

    addNode(hierarchy, 'Camp kitchen & more', [...campLive, ...campDrafts], campCurated);
    addNode(hierarchy, 'All outdoor', [...outdoor, ...outdoorDrafts]);
    addNode(hierarchy, 'Just in', [outdoor[3], outdoor[77], addProduct('Juniper Solar Charger 10W'), twin]);
  };

  const seedKitchen = () => {
    const hierarchy = uuid('hierarchy:kitchen');
    insert('hierarchies', { id: hierarchy, name: 'Kitchen' });

    const coffee = COFFEE.map((name) => addProduct(name));
    const coffeeDrafts = ['Cold-Brew Tower', 'Vacuum Pot', 'Burr Grinder'].map(addDraft);
    addNode(hierarchy, 'Coffee', [...coffee, ...coffeeDrafts], [coffee[8], coffee[2], coffeeDrafts[0], coffee[11], coffee[0], coffee[5]]);

    const gifts = GIFTS.map((name) => addProduct(name));
    const pool = [...gifts, ...coffee];
    const bundles = BUNDLES.map((name, b) => {
      const id = addProduct(name, { types: ['bundle'] });
      ['drink', 'extra', 'wrapping'].slice(0, 1 + ((b + 1) % 3)).forEach((key, k) => {
        insert('bundle_components', { bundle_id: id, key, name: key[0].toUpperCase() + key.slice(1), min: 1, max: 1 + k, sort_order: k });
        for (let o = 0; o < 1 + ((b + k) % 3); o += 1) {
          const product_id = pool[(b * 5 + k * 7 + o * 3) % pool.length];
          insert('bundle_options', { bundle_id: id, component_key: key, product_id, quantity: 1 + o, sort_order: o, is_default: o === 0 ? 1 : 0 });
        }
      });
      return id;
    });
    const giftDrafts = ['Advent Calendar', 'Easter Basket'].map(addDraft);
    addNode(hierarchy, 'Gifts', [...gifts, ...bundles, ...giftDrafts]);
    addNode(hierarchy, 'Clearance', [giftDrafts[1], coffeeDrafts[1]]); // nothing live in it
  };

  const seedSubscriptions = () => {
    const at = (day) => `2024-02-${day}T10:00:00.000Z`;
    for (const name of ['Northwind Cafe', 'Harbour Books']) insert('accounts', { id: uuid(`account:${name}`), name });
    const offerings = [
      ['Outdoor Club', 'Member prices and a yearly catalogue', 'crm-17', ['erp/2'], 'store'],
      ['Coffee Every Month', 'Two bags of coffee, delivered', null, ['erp/354', 'erp/362'], 'store'],
      ['Gift Reminder', null, 'crm-44', [], 'organization'],
    ];
    offerings.forEach(([name, description, external_ref, refs, owner], i) => {
      const id = uuid(`offering:${name}`);
      insert('offerings', {
        id, name, description, external_ref, external_product_refs: JSON.stringify(refs), owner, created_at: at(10 + i), updated_at: at(20 + i),
      });
      for (const code of ['monthly', 'yearly']) insert('plans', { id: uuid(`plan:${name}:${code}`), offering_id: id, code });
    });
    insert('payment_profiles', {
      gateway: 'payments_gateway_a', customer_id: 'cus_NffrFeUfNV2Hib', card_id: 'card_1MvoiELkdIwHu7ix', name: 'Jenny Rosen', email: 'jenny@northwind.example',
    });
  };

  db.transaction(() => {
    seedOutdoor();
    seedKitchen();
    seedSubscriptions();
  });
};
