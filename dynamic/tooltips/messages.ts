// The card's own texts; all others come from the service in the requested language.

/** The locales of the service, in the order of the translations in `messages`. */
export const locales = ['en', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'ru', 'zh-Hans', 'zh-Hant']

const messages = {
  gearScore:
    'Gear score|Ausrüstungswert|Puntuación|Score d’équipement|装備スコア|장비 점수|Pontuação|Уровень снаряжения|装备评分|裝備評分',
  usableBy: 'Classes|Klassen|Clases|Classes|クラス|직업|Classes|Классы|职业|職業',
  foundBy: 'Found by|Gefunden von|Hallado por|Trouvé par|発見者|발견자|Encontrado por|Нашедший|发现者|發現者',
  state: 'State|Zustand|Estado|État|状態|상태|Estado|Состояние|状态|狀態',
  tradeable: 'Tradeable|Handelbar|Comerciable|Échangeable|取引可能|거래 가능|Negociável|Можно обменять|可交易|可交易',
  bound: 'Bound|Gebunden|Ligado|Lié|取引不可|귀속|Vinculado|Привязано|已绑定|已綁定',
  gold: 'Gold|Gold|Oro|Or|ゴールド|골드|Ouro|Золото|金币|金幣',
  unsuitable:
    'Not for this class|Nicht für diese Klasse|No es para esta clase|Pas pour cette classe|このクラスは装備不可|이 직업은 사용 불가|Não é para esta classe|Не для этого класса|此职业不可用|此職業不可用',
  outOfRange:
    'Some values are out of range|Manche Werte sind nicht möglich|Valores fuera de rango|Valeurs hors limites|範囲外の値あり|범위를 벗어난 값 있음|Valores fora do intervalo|Есть недопустимые значения|部分数值超出范围|部分數值超出範圍',
}

/** Returns a text in a locale of the service, or in English for any other. */
export function messageOf(name: keyof typeof messages, locale: string): string {
  const all = messages[name].split('|')
  return all[locales.indexOf(locale)] ?? String(all[0])
}
